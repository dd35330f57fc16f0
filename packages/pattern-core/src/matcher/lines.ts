import { indexOfByte, lastIndexOfByte } from "../native-bytes.ts";

/** A text by its lines, in units of its own: UTF-16 units of a string, or bytes. */
export interface Lines {
  readonly length: number;
  /** Where the line of a place ends: at its `\n`, or at the end of the text. */
  endOf(place: number): number;
  /** Where the line of a place starts. */
  startOf(place: number): number;
  /** The text between two places: those of characters, on one line. */
  textOf(start: number, end: number): string;
  /** The first place of a character at or after a place. */
  boundary(place: number): number;
}

export const linesOfText = (text: string): Lines => ({
  length: text.length,
  endOf(place) {
    const newline = text.indexOf("\n", place);
    return newline < 0 ? text.length : newline;
  },
  startOf: (place) => (place <= 0 ? 0 : text.lastIndexOf("\n", place - 1) + 1),
  textOf: (start, end) => text.slice(start, end),
  boundary: (place) => place,
});

/** Lines of UTF-8, which are decoded one by one. They end before their `\r\n`, unless that is asked for. */
export function linesOfBytes(bytes: Uint8Array, keepsReturns: boolean): Lines & { readonly bytes: Uint8Array } {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    bytes,
    length: bytes.length,
    endOf(place) {
      const newline = indexOfByte(bytes, 10, place);
      return newline < 0 ? bytes.length : newline;
    },
    startOf: (place) => lastIndexOfByte(bytes, 10, place) + 1,
    textOf(start, end) {
      const isCut = !keepsReturns && end > start && bytes[end] === 10 && bytes[end - 1] === 13;
      return decoder.decode(bytes.subarray(start, isCut ? end - 1 : end));
    },
    boundary(place) {
      let at = place;
      while ((bytes[at]! & 0xc0) === 0x80) at++;
      return at;
    },
  };
}
