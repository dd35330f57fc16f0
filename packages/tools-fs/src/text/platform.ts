/** The part of Node's buffer module that makes bytes fast; other platforms do without. */
interface Accelerator {
  isUtf8(bytes: Uint8Array): boolean;
  readonly Buffer: {
    byteLength(text: string): number;
    compare(a: Uint8Array, b: Uint8Array): number;
    from(
      buffer: ArrayBufferLike,
      offset: number,
      length: number,
    ): { toString(): string; includes(byte: number): boolean; write(text: string, encoding: "utf16le"): number };
  };
}

let found: Accelerator | null | undefined;

const find = (): Accelerator | null => {
  const host = (globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }).process;
  found ??= (host?.getBuiltinModule?.("node:buffer") as Accelerator | undefined) ?? null;
  return found;
};

const wrap = ({ Buffer }: Accelerator, { buffer, byteOffset }: Uint8Array, length: number) =>
  Buffer.from(buffer, byteOffset, length);

/** True when bytes are well-formed UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  const native = find();
  if (native) return native.isUtf8(bytes);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The text of well-formed UTF-8, a byte order mark included. */
export function decodeUtf8(bytes: Uint8Array): string {
  const native = find();
  return native
    ? wrap(native, bytes, bytes.length).toString()
    : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** True when two arrays of one length hold the same bytes. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  const native = find();
  if (native) return native.Buffer.compare(a, b) === 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Bytes that a well-formed text takes in UTF-8. */
export function utf8Length(text: string): number {
  return find()?.Buffer.byteLength(text) ?? new TextEncoder().encode(text).length;
}

/** True when one of the first bytes has this value. */
export function hasByte(bytes: Uint8Array, byte: number, max: number): boolean {
  const native = find();
  const length = Math.min(bytes.length, max);
  return native ? wrap(native, bytes, length).includes(byte) : bytes.subarray(0, length).includes(byte);
}

/** Copy the UTF-16 units of a text into an array, from where they are read faster; as many as fit. Returns how many. */
export function copyUnits(text: string, units: Uint16Array): number {
  const native = isLittleEndian && find();
  if (native) return native.Buffer.from(units.buffer, units.byteOffset, units.byteLength).write(text, "utf16le") / 2;
  const length = Math.min(text.length, units.length);
  for (let i = 0; i < length; i++) units[i] = text.charCodeAt(i);
  return length;
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Bytes decoded at a time to find an offset. */
const PIECE = 65_536;

/** The byte offset of a UTF-16 index in well-formed UTF-8; faster than measuring the text in front of it. */
export function utf8Offset(bytes: Uint8Array, text: string, index: number): number {
  let [byte, unit] = [0, 0];
  while (byte + PIECE < bytes.length) {
    let end = byte + PIECE;
    while ((bytes[end]! & 0xc0) === 0x80) end--;
    const length = decodeUtf8(bytes.subarray(byte, end)).length;
    if (unit + length > index) break;
    byte = end;
    unit += length;
  }
  return byte + utf8Length(text.slice(unit, index));
}
