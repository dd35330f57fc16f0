import { ToolError } from "@holdall/tool-core";

/** Widths of characters in em, as wide as the widest of common fonts has them. */
const widths: readonly (readonly [pattern: RegExp, em: number])[] = [
  [/[ijl.,:;'!|()[\]{}ft\s-]/, 0.45],
  [/[MWm@%—…]/, 1],
  [/[\p{Lu}w&+=<>~^#]/u, 0.84],
  [/[ -~\p{Ll}\d]/u, 0.66],
];

const known = new Map<string, number>();

/** An upper estimate of the width of a text, in em. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) {
    let own = known.get(char);
    if (own === undefined) {
      own = /\p{M}|\p{Cf}/u.test(char) ? 0 : (widths.find(([pattern]) => pattern.test(char))?.[1] ?? 1.05);
      if (known.size < 5_000) known.set(char, own);
    }
    width += own;
  }
  return width;
}

/** Scripts that are set without spaces: lines end anywhere in them, or by their words. */
const free =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const run = new RegExp(`[^\\s${free}]+`, "gu");

/** The longest part of a text that no line may end in, in em. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [word] of text.matchAll(run)) longest = Math.max(longest, widthOf(word));
  return longest;
}

/** Characters of a word that is still set: more is data, not text to read. */
export const maxWord = 50_000;

export const tooLongWord = (word: string): ToolError =>
  new ToolError("too_large", `A PDF cannot hold a word of ${word.length} characters: ${word.slice(0, 40)}…`, {
    hint: `Leave it out, or put spaces or line breaks in it: words may have ${maxWord} characters.`,
  });

/** Characters of a word up to which a line may end between any two; each costs the compiler about as much as a word. */
const maxSingle = 2_000;

const graphemes = (word: string): string[] => Array.from(segmenter.segment(word), ({ segment }) => segment);

/** A very long word in parts that nearly fill a line. */
function lineParts(word: string, limit: number): string[] {
  const parts: string[] = [];
  let [part, width] = ["", 0];
  for (const { segment } of segmenter.segment(word)) {
    const own = widthOf(segment);
    if (part !== "" && width + own > limit) {
      parts.push(part);
      [part, width] = ["", 0];
    }
    part += segment;
    width += own;
  }
  return [...parts, part];
}

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Split a text into pieces: strings, and for a piece that is wider than a line, its characters, so that lines can break
 * between them.
 */
export function breakRuns(text: string, limit: number): (string | readonly string[])[] {
  // No character is wider.
  if (text.length * 1.05 <= limit) return [text];
  const pieces: (string | readonly string[])[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(run)) {
    if (word.length > maxWord) throw tooLongWord(word);
    if (widthOf(word) <= limit) continue;
    if (index > from) pieces.push(text.slice(from, index));
    pieces.push(word.length <= maxSingle ? graphemes(word) : lineParts(word, limit * 0.9));
    from = index + word.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}
