import type { Assertion, CharSet } from "./syntax.ts";

/** What lies on one side of a gap between characters. */
export const side = { none: 1, newline: 2, word: 4, slash: 8, dot: 16, return: 32 } as const;

/** True when the assertion holds between what is before and after. */
export function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case "text-start":
      return (before & side.none) !== 0;
    case "text-end":
      return (after & side.none) !== 0;
    case "line-start":
      return (before & (side.none | side.newline)) !== 0;
    case "line-end":
      return (after & (side.none | side.newline)) !== 0;
    case "line-end-or-return":
      return (after & (side.none | side.newline | side.return)) !== 0;
    case "word-edge":
      return (before & side.word) !== (after & side.word);
    case "no-word-edge":
      return (before & side.word) === (after & side.word);
    case "no-word-before":
      return (before & side.word) === 0;
    case "no-word-after":
      return (after & side.word) === 0;
    case "open":
      return (before & (side.none | side.slash)) === 0 || (after & side.dot) === 0;
  }
}

export const wordClass = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";
const word = new RegExp(`^[${wordClass}]$`, "v");

/** The class of the end of the text, which is not a character. Class 0 is that of characters not looked up yet. */
export const endOfText = 1;

/** Characters grouped into classes that a program does not distinguish, computed when a text contains them. */
export interface Alphabet {
  classOf(codePoint: number): number;
  /** The classes of code points below 256, 0 where `classOf` must be asked. */
  readonly latin: Uint16Array;
  /** The classes of bytes of UTF-8, 0 where a closer look is needed: NUL, escape and all beyond ASCII. */
  readonly bytes: Uint16Array;
  /** Per class, one flag per set: whether its characters are in it. */
  readonly members: readonly Uint8Array[];
  /** Per class, the sides its characters make; 0 where no assertion asks. */
  readonly sides: readonly number[];
}

/** With `lines`, a `\n` is the end of the text. */
export function createAlphabet(
  sets: readonly CharSet[],
  assertions: readonly Assertion[],
  { lines }: { readonly lines: boolean },
): Alphabet {
  const latin = new Uint16Array(256);
  const pages: (Uint16Array | undefined)[] = [latin];
  const known = new Map<string, number>();
  const nothing = new Uint8Array(sets.length);
  const members = [nothing, nothing];
  const sides: number[] = [0, assertions.length > 0 ? side.none : 0];
  const asks = (...names: readonly Assertion[]) => names.some((name) => assertions.includes(name));
  const asksWords = asks("word-edge", "no-word-edge", "no-word-before", "no-word-after");
  const asksLines = asks("line-start", "line-end", "line-end-or-return");
  const asksReturns = asks("line-end-or-return");
  const asksNames = asks("open");
  const bytes = new Uint16Array(256);
  if (lines) latin[10] = bytes[10] = endOfText;

  const sideOf = (codePoint: number): number => {
    if (asksWords && word.test(String.fromCodePoint(codePoint))) return side.word;
    if (asksLines && codePoint === 10) return side.newline;
    if (asksReturns && codePoint === 13) return side.return;
    if (asksNames && codePoint === 47) return side.slash;
    return asksNames && codePoint === 46 ? side.dot : 0;
  };

  const discover = (codePoint: number): number => {
    const flags = Uint8Array.from(sets, (set) => (set.has(codePoint) ? 1 : 0));
    const bits = sideOf(codePoint);
    const key = `${bits}:${flags.join("")}`;
    let found = known.get(key);
    if (found === undefined) {
      found = members.push(flags) - 1;
      sides.push(bits);
      known.set(key, found);
    }
    const page = pages[codePoint >> 8] ?? new Uint16Array(256);
    pages[codePoint >> 8] = page;
    page[codePoint & 255] = found;
    if (codePoint < 128 && codePoint !== 0 && codePoint !== 27) bytes[codePoint] = found;
    return found;
  };

  return {
    classOf: (codePoint) => pages[codePoint >> 8]?.[codePoint & 255] || discover(codePoint),
    latin,
    bytes,
    members,
    sides,
  };
}
