import { alignItems } from "./lcs.ts";
import { isGap, isName, isSymbol } from "./tokens.ts";

/** Which tokens of the new text are copies of the old text's. */
export interface Copies {
  /** For every token of the new text the index of the one it copies, or -1. */
  readonly of: Int32Array;
  /** Whether the copy is certain: a name is in one piece with it, or more than a symbol or two. */
  readonly isCertain: (index: number) => boolean;
}

/** The two alignments that lie farthest apart: what was added stands as late, or as early, as it can. */
export function findCopies(old: readonly string[], fresh: readonly string[], file: readonly string[]): Copies[] {
  const backward = alignItems(old.toReversed(), fresh.toReversed()).toReversed();
  const turned = backward.map((index) => (index === -1 ? -1 : old.length - 1 - index));
  return [alignItems(old, fresh), turned].map((of) => ({ of, isCertain: certainty(of, old, fresh, file) }));
}

function certainty(of: Int32Array, old: readonly string[], fresh: readonly string[], file: readonly string[]) {
  // New text that spells a symbol as the file does was written with the file in view: a lone symbol at its edge may be new.
  const spelled = fresh.some((token, i) => of[i] === -1 && isSymbol(token) && isFileSpelling(token, old, file));
  const certain = new Uint8Array(of.length);
  for (let start = 0; start < of.length; ) {
    let end = start + 1;
    while (of[start] !== -1 && end < of.length && of[end] === of[end - 1]! + 1) end++;
    const tokens = fresh.slice(start, end).filter((token) => !isGap(token));
    const atEdge = of[start] === 0 || of[end - 1] === old.length - 1;
    const solid = tokens.some(isName) || tokens.length >= 3 || (atEdge && tokens.length > 0 && !spelled);
    certain.fill(of[start] !== -1 && solid ? 1 : 0, start, end);
    start = end;
  }
  return (index: number): boolean => certain[index] === 1;
}

const isFileSpelling = (symbol: string, old: readonly string[], file: readonly string[]): boolean =>
  file.some((token, i) => token === symbol && old[i] !== symbol);
