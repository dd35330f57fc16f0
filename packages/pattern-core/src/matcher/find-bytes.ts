import { charPerByte, indexOfByte, indexOfBytes, lastIndexOfByte } from "../native-bytes.ts";
import type { ByteClassSequence } from "../regex/byte-class-sequence.ts";
import type { RequiredLiterals } from "../regex/required-literals.ts";

/** The first place at or after another one at which bytes hold something, or -1. */
export type FindBytes = (bytes: Uint8Array, from: number) => number;

/** Find the UTF-8 of texts: more often where case is ignored, never less often. */
export function literalFinder({ anyOf, ignoreCase }: RequiredLiterals): FindBytes {
  const texts = anyOf.map((text) => new TextEncoder().encode(text));
  const [first] = texts;
  if (indexOfBytes && first && texts.length === 1 && !ignoreCase) {
    const find = indexOfBytes;
    return (bytes, from) => find(bytes, first, from);
  }
  const source = texts.map((text) => charPerByte(text).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  return expressionFinder(new RegExp(source, ignoreCase ? "i" : ""), Math.max(...texts.map(({ length }) => length)));
}

export const classFinder = ({ source, length }: ByteClassSequence): FindBytes =>
  expressionFinder(new RegExp(source), length);

/** Bytes that are made a text at once: first few, as matches may be near, then as many as cost little memory. */
const window = { first: 4_096, most: 65_536 } as const;

/**
 * Plain texts and sequences of classes are what the platform's own engine does fast, in time in proportion to the text. It reads
 * texts, so bytes are shown to it in parts that overlap: new memory for a whole file takes longer than the search in it.
 */
function expressionFinder(engine: RegExp, length: number): FindBytes {
  return (bytes, from) => {
    let size: number = window.first;
    for (let at = from; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + size + length);
      const hit = charPerByte(bytes, at, end).search(engine);
      if (hit >= 0) return at + hit;
      if (end === bytes.length) return -1;
      at = end - length + 1;
      size = Math.min(2 * size, window.most);
    }
    return -1;
  };
}

/** The line that a place is on, without its `\n`. */
export function lineAround(bytes: Uint8Array, index: number): { readonly from: number; readonly to: number } {
  const to = indexOfByte(bytes, 10, index);
  return { from: lastIndexOfByte(bytes, 10, index) + 1, to: to < 0 ? bytes.length : to };
}
