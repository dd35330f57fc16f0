const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

const c1 = 0x239b961b;
const c2 = 0xab0e9789 | 0;
const c3 = 0x38b34ae5;
const c4 = 0xa1e38b93 | 0;

/**
 * Hash content for use as a version: 96 bits of MurmurHash3 x86_128, as 16 letters, digits, `-` and `_`, which need few
 * tokens. Synchronous, with the same result in browsers. Not cryptographic: a version protects only against accidents, and
 * anyone who could create a collision can write the file anyway. Source: Austin Appleby's SMHasher.
 */
export function contentHash(bytes: Uint8Array): string {
  const { length } = bytes;
  const whole = length - (length % 16);
  const state = new Int32Array(4);
  for (let at = 0; at < whole; at += blockSize) mixIn(state, wordsOf(bytes, at, Math.min(at + blockSize, whole)));
  let [h1, h2, h3, h4] = [state[0]!, state[1]!, state[2]!, state[3]!];
  if (whole < length) {
    const rest = new Uint8Array(16);
    rest.set(bytes.subarray(whole));
    const tail = new DataView(rest.buffer);
    h4 ^= Math.imul(rotate(Math.imul(tail.getUint32(12, true), c4), 18), c1);
    h3 ^= Math.imul(rotate(Math.imul(tail.getUint32(8, true), c3), 17), c4);
    h2 ^= Math.imul(rotate(Math.imul(tail.getUint32(4, true), c2), 16), c3);
    h1 ^= Math.imul(rotate(Math.imul(tail.getUint32(0, true), c1), 15), c2);
  }
  h1 ^= length;
  h2 ^= length;
  h3 ^= length;
  h4 ^= length;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = finish((h2 + h1) | 0);
  h3 = finish((h3 + h1) | 0);
  h4 = finish((h4 + h1) | 0);
  h1 = finish(h1);
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  return inLetters(h1, h2, h3);
}

/** Bytes mixed in by one call: a loop that runs for longer is compiled while it runs, to code half as fast. */
const blockSize = 16 * 1024;

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Bytes as little-endian words, without a copy where they lie so. Before it is compiled, a loop over words is much faster than one over a DataView. */
function wordsOf(bytes: Uint8Array, start: number, end: number): Int32Array {
  const part = bytes.subarray(start, end);
  const { buffer, byteOffset, length } = part.byteOffset % 4 === 0 ? part : new Uint8Array(part);
  if (isLittleEndian) return new Int32Array(buffer, byteOffset, length / 4);
  const view = new DataView(buffer, byteOffset);
  return Int32Array.from({ length: length / 4 }, (_, i) => view.getInt32(i * 4, true));
}

function mixIn(state: Int32Array, words: Int32Array): void {
  let h1 = state[0]!;
  let h2 = state[1]!;
  let h3 = state[2]!;
  let h4 = state[3]!;
  for (let at = 0; at < words.length; at += 4) {
    h1 ^= Math.imul(rotate(Math.imul(words[at]!, c1), 15), c2);
    h1 = (Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(rotate(Math.imul(words[at + 1]!, c2), 16), c3);
    h2 = (Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(rotate(Math.imul(words[at + 2]!, c3), 17), c4);
    h3 = (Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(rotate(Math.imul(words[at + 3]!, c4), 18), c1);
    h4 = (Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17) | 0;
  }
  state[0] = h1;
  state[1] = h2;
  state[2] = h3;
  state[3] = h4;
}

function finish(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Words as base64url of their little-endian bytes. */
function inLetters(...words: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(12));
  for (const [i, word] of words.entries()) view.setInt32(i * 4, word, true);
  let text = "";
  for (let at = 0; at < 12; at += 3) {
    const three = (view.getUint8(at) << 16) | view.getUint16(at + 1);
    for (let shift = 18; shift >= 0; shift -= 6) text += letters[(three >> shift) & 63];
  }
  return text;
}
