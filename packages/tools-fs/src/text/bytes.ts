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

/**
 * Text of UTF-8 with a few wrong bytes: each of them becomes the lone surrogate U+DC00 + byte, so that encoding the text
 * again gives the same bytes. The scheme is that of Python's `surrogateescape`.
 */
export function decodeMalformed(bytes: Uint8Array): { text: string; wrong: number; right: number } {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts: string[] = [];
  let [from, wrong, right] = [0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const size = sequenceAt(bytes, at);
    if (size > 0) {
      if (size > 1) right++;
      at += size;
      continue;
    }
    if (at > from) parts.push(decoder.decode(bytes.subarray(from, at)));
    parts.push(String.fromCharCode(0xdc00 + bytes[at]!));
    wrong++;
    from = ++at;
  }
  parts.push(decoder.decode(bytes.subarray(from)));
  return { text: parts.join(""), wrong, right };
}

/** Bytes of the well-formed character at `at`, 0 when there is none. Source: Unicode 16, table 3-7. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const size = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + size > bytes.length) return 0;
  const second = bytes[at + 1]!;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (size > 1 && (second < low || second > high)) return 0;
  for (let i = 2; i < size; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return 0;
  return size;
}

/** Bytes of a text of `decodeMalformed`. */
export function encodeMalformed(text: string): Uint8Array {
  const encoder = new TextEncoder();
  const parts = text.split(/([\udc80-\udcff])/u);
  const chunks = parts.map((part, i) =>
    i % 2 === 0 ? encoder.encode(part) : Uint8Array.of(part.charCodeAt(0) - 0xdc00),
  );
  return concatBytes(chunks);
}

/** One array out of many; the only one that is not empty is given as it is. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const filled = chunks.filter(({ length }) => length > 0);
  if (filled.length === 1) return filled[0]!;
  const out = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** How many `\n` bytes there are between two offsets. */
export function countBreaks(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let breaks = 0;
  for (let i = start; i < end; i++) if (bytes[i] === 10) breaks++;
  return breaks;
}

/** The byte after the `nth` `\n`, from 1; -1 when there are fewer, 0 for none. */
export function afterBreak(bytes: Uint8Array, nth: number): number {
  let at = 0;
  for (let left = nth; left > 0; left--) {
    at = bytes.indexOf(10, at) + 1;
    if (at === 0) return -1;
  }
  return at;
}
