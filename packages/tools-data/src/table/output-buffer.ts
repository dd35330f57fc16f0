/** Bytes that are written one after another and taken in pieces. */
export interface OutputBuffer {
  /** Room for a number of bytes more, behind the first `length`; the writer sets `length`. */
  room(more: number): Uint8Array;
  length: number;
  byte(value: number): void;
  text(text: string): void;
  copy(bytes: Uint8Array, start: number, end: number): void;
  /** What was written since it was last asked; good until more is written. */
  take(): Uint8Array;
}

const encoder = new TextEncoder();

export function createOutputBuffer(): OutputBuffer {
  let bytes = new Uint8Array(64 * 1024);
  const out: OutputBuffer = {
    length: 0,
    room(more) {
      if (out.length + more > bytes.length) {
        const larger = new Uint8Array(Math.max(bytes.length * 2, out.length + more));
        larger.set(bytes.subarray(0, out.length));
        bytes = larger;
      }
      return bytes;
    },
    byte(value) {
      out.room(1)[out.length++] = value;
    },
    text(text) {
      out.length += encoder.encodeInto(text, out.room(text.length * 3).subarray(out.length)).written;
    },
    copy(source, start, end) {
      out.length = copyBytes(source, start, end, out.room(end - start), out.length);
    },
    take() {
      const piece = bytes.subarray(0, out.length);
      out.length = 0;
      return piece;
    },
  };
  return out;
}

/** Copy bytes to a place; where they end there. */
export function copyBytes(source: Uint8Array, start: number, end: number, to: Uint8Array, place: number): number {
  if (end - start > 64) {
    to.set(source.subarray(start, end), place);
    return place + end - start;
  }
  let at = place;
  for (let from = start; from < end; from++) to[at++] = source[from]!;
  return at;
}

/** How JSON writes the characters that it must escape. */
const escapes = Array.from({ length: 256 }, (_, byte) =>
  byte < 32 || byte === 34 || byte === 92
    ? encoder.encode(JSON.stringify(String.fromCharCode(byte)).slice(1, -1))
    : undefined,
);
const isEscaped = Uint8Array.from(escapes, (bytes) => (bytes ? 1 : 0));

/** Write UTF-8 as the inside of a JSON string, up to six bytes for one; where quotes are doubled, two of them are one. */
export function escapeBytes(
  source: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  place: number,
  isDoubled: boolean,
): number {
  let at = place;
  for (let from = start; from < end; from++) {
    const byte = source[from]!;
    if (isEscaped[byte] === 0) {
      to[at++] = byte;
      continue;
    }
    for (const each of escapes[byte]!) to[at++] = each;
    if (isDoubled && byte === 34) from++;
  }
  return at;
}
