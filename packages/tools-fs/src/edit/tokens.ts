import { foldCode, isSpace } from "./fold.ts";
import type { Words } from "./pattern.ts";

const PARTS = /[\p{L}\p{N}\p{M}_]+|./gsu;

/** Gaps and words in turn, words split into names and single symbols. */
export function tokensOf({ words, gaps }: Words): string[] {
  return gaps.flatMap((gap, i) => (words[i] === undefined ? [gap] : [gap, ...(words[i].match(PARTS) ?? [])]));
}

/** The tokens of two texts with the same words, one to one. */
export function pairTokens(old: Words, file: Words): [string[], string[]] {
  const left: string[] = [];
  const right: string[] = [];
  for (const [i, gap] of old.gaps.entries()) {
    left.push(gap);
    right.push(file.gaps[i]!);
    const word = old.words[i];
    if (word === undefined) break;
    const twin = file.words[i]!;
    const parts = twin.length === word.length ? word.match(PARTS)! : [word];
    let at = 0;
    for (const part of parts) {
      left.push(part);
      right.push(parts.length === 1 ? twin : twin.slice(at, at + part.length));
      at += part.length;
    }
  }
  return [left, right];
}

/** True for tokens that are whitespace; only the first and the last token may be empty. */
export const isGap = (token: string): boolean => token === "" || isSpace(token.charCodeAt(0));

/** True for quotes, dashes and their look-alikes. */
export const isSymbol = (token: string): boolean => {
  if (token.length !== 1) return false;
  const code = token.charCodeAt(0);
  return code === 34 || code === 39 || code === 45 || foldCode(code) !== code;
};

export const isName = (token: string): boolean => /^[\p{L}\p{N}_]/u.test(token);

export const breaksLine = (gap: string): boolean => /[\r\n]/.test(gap);

/** A gap that ends a line: spaces at the line end, breaks with blank lines between them, and the next line's indentation. */
export interface LineGap {
  readonly trailing: string;
  readonly middle: string;
  readonly indent: string;
}

/** The parts of a gap; one that breaks no line is all `trailing`. */
export function splitGap(gap: string): LineGap {
  const trailing = /^[^\r\n]*/.exec(gap)![0];
  if (trailing.length === gap.length) return { trailing, middle: "", indent: "" };
  const indent = /[^\r\n]*$/.exec(gap)![0];
  return { trailing, middle: gap.slice(trailing.length, gap.length - indent.length), indent };
}
