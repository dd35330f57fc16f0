/**
 * Bytes as text, where they come back the same from it: well-formed UTF-8, without zeros, which Postgres has not in text,
 * and without a byte order mark, which some drivers drop. Text travels in half the time of `bytea` and less.
 */
export function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0) || (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
