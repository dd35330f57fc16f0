/** Bytes as base64, wherever `btoa` exists. */
export function toBase64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  // In pieces, because every byte becomes an argument; a multiple of three keeps the pieces joinable.
  for (let at = 0; at < bytes.length; at += 24_576) {
    chunks.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 24_576))));
  }
  return chunks.join("");
}
