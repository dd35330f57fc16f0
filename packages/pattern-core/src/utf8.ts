/** The code point of the well-formed character beyond ASCII at `at`, or -1. Source: Unicode 16, table 3-7. */
export function codePointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  const size = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (size === 0 || at + size > bytes.length) return -1;
  let code = lead & (0xff >> (size + 1));
  for (let i = 1; i < size; i++) {
    const byte = bytes[at + i]!;
    if ((byte & 0xc0) !== 0x80) return -1;
    code = (code << 6) | (byte & 0x3f);
  }
  const overlong = code < (size === 2 ? 0x80 : size === 3 ? 0x800 : 0x10000);
  return overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? -1 : code;
}

/** Bytes that a code point beyond ASCII takes. */
export const sizeOf = (codePoint: number): number => (codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4);
