/** Bytes that are written one after another and taken in pieces. */
export interface OutputBuffer {
  byte(value: number): void;
  text(text: string): void;
  copy(bytes: Uint8Array, start: number, end: number): void;
  /** UTF-8 as the inside of a JSON string; where quotes are doubled, two of them are one. */
  escaped(bytes: Uint8Array, start: number, end: number, isDoubled: boolean): void;
  /** Put spaces for line breaks, from an offset in what was not taken yet. */
  blank(from: number): void;
  /** What was written since it was last asked; good until more is written. */
  take(): Uint8Array;
  readonly length: number;
  /** All bytes so far, those that were taken too. */
  readonly total: number;
}

const encoder = new TextEncoder();

/** How JSON writes the characters that it must escape. */
const escapes = Array.from({ length: 256 }, (_, byte) =>
  byte < 32 || byte === 34 || byte === 92
    ? encoder.encode(JSON.stringify(String.fromCharCode(byte)).slice(1, -1))
    : undefined,
);
const isEscaped = Uint8Array.from(escapes, (bytes) => (bytes ? 1 : 0));

export function createOutputBuffer(): OutputBuffer {
  let bytes = new Uint8Array(64 * 1024);
  let length = 0;
  let taken = 0;
  const reserve = (more: number): void => {
    if (length + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(bytes.length * 2, length + more));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  };
  return {
    byte(value) {
      if (length === bytes.length) reserve(1);
      bytes[length++] = value;
    },
    text(text) {
      reserve(text.length * 3);
      length += encoder.encodeInto(text, bytes.subarray(length)).written;
    },
    copy(source, start, end) {
      const size = end - start;
      reserve(size);
      if (size > 48) {
        bytes.set(source.subarray(start, end), length);
        length += size;
      } else for (let at = start; at < end; at++) bytes[length++] = source[at]!;
    },
    escaped(source, start, end, isDoubled) {
      reserve((end - start) * 6);
      for (let at = start; at < end; at++) {
        const byte = source[at]!;
        if (isEscaped[byte] === 0) {
          bytes[length++] = byte;
          continue;
        }
        for (const each of escapes[byte]!) bytes[length++] = each;
        if (isDoubled && byte === 34) at++;
      }
    },
    blank(from) {
      for (let at = from; at < length; at++) if (bytes[at] === 10 || bytes[at] === 13) bytes[at] = 32;
    },
    take() {
      const piece = bytes.subarray(0, length);
      taken += length;
      length = 0;
      return piece;
    },
    get length() {
      return length;
    },
    get total() {
      return taken + length;
    },
  };
}
