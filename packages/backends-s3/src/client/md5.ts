const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

const sines = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);

/** MD5 in base64, for `Content-MD5`, which batch deletes must carry and WebCrypto does not make. Source: RFC 1321. */
export function md5Base64(bytes: Uint8Array): string {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, bytes.length << 3, true);
  view.setUint32(padded.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  const state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476] as [number, number, number, number];
  for (let at = 0; at < padded.length; at += 64) {
    let [a, b, c, d] = state;
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const [mixed, word] =
        round === 0
          ? [(b & c) | (~b & d), i]
          : round === 1
            ? [(d & b) | (~d & c), (5 * i + 1) & 15]
            : round === 2
              ? [b ^ c ^ d, (3 * i + 5) & 15]
              : [c ^ (b | ~d), (7 * i) & 15];
      const sum = (a + mixed + (sines[i] ?? 0) + view.getInt32(at + 4 * word, true)) | 0;
      const shift = shifts[4 * round + (i & 3)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    state[0] = (state[0] + a) | 0;
    state[1] = (state[1] + b) | 0;
    state[2] = (state[2] + c) | 0;
    state[3] = (state[3] + d) | 0;
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [i, word] of state.entries()) digest.setInt32(4 * i, word, true);
  return btoa(String.fromCharCode(...new Uint8Array(digest.buffer)));
}
