import { type Inline, plainText } from "../../document/node.ts";
import { widthOf } from "../../pdf/text/fit-text.ts";
import type { Line } from "./slide.ts";

/** Points that a level of a list takes of each line. */
export const indent = 22;
export const lineHeight = 1.2;

/** Letters of a line in points, where lines of the slide have `size`. */
export const sizeOf = ({ look, level }: Pick<Line, "look" | "level">, size: number): number =>
  look === "code" ? size - 5 : Math.max(10, size - 2 * Math.min(level, 2));

export const spaceBefore = ({ look, level }: Line, size: number): number =>
  look === "code" ? 0 : level > 0 ? 3 : size * 0.4;

/** Widths are estimated from above, for letters that are wider than those of most fonts. */
const usual = 0.86;

/** More letters than have room on a slide: texts that are longer are not measured. */
export const maxLetters = 3_000;

/** Lines that a text takes, at least one. */
export function countLines(text: string, size: number, width: number, isCode = false): number {
  const perLine = Math.max(1, width / size);
  return text
    .split("\n")
    .reduce(
      (sum, line) => sum + Math.max(1, Math.ceil((isCode ? codeWidth(line) : widthOf(line) * usual) / perLine)),
      0,
    );
}

/** Letters of code are all as wide. */
const codeWidth = (text: string): number =>
  /[^ -~]/.test(text) ? Math.max(widthOf(text), text.length * 0.56) : text.length * 0.56;

export const textOf = (c: readonly Inline[]): string =>
  c.map((each) => (each.t === "break" ? "\n" : plainText([each]))).join("");

/** Points from the left to the words of a line. */
export const indentOf = ({ look, level }: Line): number =>
  look === "item" ? indent * (level + 1) : look === "quote" ? indent * (level + 1) : indent * level;

/** Points that a line takes from top to bottom. */
export function heightOf(line: Line, size: number, width: number): number {
  const own = sizeOf(line, size);
  const lines = countLines(
    line.to === undefined ? textOf(line.c) : `${textOf(line.c)}, slide 100`,
    own,
    width - indentOf(line),
    line.look === "code",
  );
  return spaceBefore(line, size) + lines * own * lineHeight;
}

/** Points around a block of code, which has a ground of its own. */
export const codeInset = 8;
export const paddingOf = (lines: readonly Line[]): number => (lines[0]?.look === "code" ? 2 * codeInset : 0);

export const heightOfLines = (lines: readonly Line[], size: number, width: number): number =>
  lines.reduce((sum, line) => sum + heightOf(line, size, width - paddingOf(lines)), paddingOf(lines));

/** Letters of a text, counted up to a few more than `limit`. */
export function lengthUpTo(inlines: readonly Inline[], limit: number): number {
  let length = 0;
  for (const each of inlines) {
    length += textOf([each]).length;
    if (length > limit) break;
  }
  return length;
}

/** The two parts of a run of text, the first with up to `limit` characters, cut at a space where there is one. */
export function cutInlines(inlines: readonly Inline[], limit: number): [Inline[], Inline[]] {
  if (lengthUpTo(inlines, limit) <= limit) return [[...inlines], []];
  let text = "";
  for (const each of inlines) {
    text += textOf([each]);
    if (text.length > limit) break;
  }
  const space = Math.max(text.lastIndexOf(" ", limit), text.lastIndexOf("\n", limit));
  const at = space > limit / 2 ? space + 1 : Math.max(1, isHighSurrogate(text, limit - 1) ? limit - 1 : limit);
  return cutAt(inlines, at);
}

const isHighSurrogate = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text[at] ?? "");

export function cutAt(inlines: readonly Inline[], at: number): [Inline[], Inline[]] {
  const [before, after]: [Inline[], Inline[]] = [[], []];
  let left = at;
  for (const [index, each] of inlines.entries()) {
    if (left <= 0) return [before, inlines.slice(index)];
    const length = textOf([each]).length;
    if (left >= length) before.push(each);
    else if ("v" in each) {
      before.push({ ...each, v: each.v.slice(0, left) });
      after.push({ ...each, v: each.v.slice(left) });
    } else if ("c" in each) {
      const [first, rest] = cutAt(each.c, left);
      before.push({ ...each, c: first });
      after.push({ ...each, c: rest });
    } else before.push(each);
    left -= length;
  }
  return [before, after];
}
