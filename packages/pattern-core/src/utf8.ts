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

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** True for the escapes of ISO-2022, which part the letters of ASCII words. */
export function hasShift(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(27); at >= 0; at = bytes.indexOf(27, at + 1)) if (bytes[at + 1] === 36) return true;
  return false;
}

const windows1252 = new TextDecoder("windows-1252", { ignoreBOM: true });
/** Node's own decoder, where there is one: its TextDecoder reads one-byte encodings in JavaScript, at a tenth of the speed. */
const latin1 = (globalThis as { Buffer?: { prototype: { latin1Slice?(this: Uint8Array): string } } }).Buffer?.prototype
  .latin1Slice;

/** One character for each byte, of which those of ASCII are themselves; the others are the same ones in every call. */
export const charPerByte = (bytes: Uint8Array): string => (latin1 ? latin1.call(bytes) : windows1252.decode(bytes));
