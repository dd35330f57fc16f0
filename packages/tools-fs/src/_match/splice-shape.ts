import { alignItems } from "../_lcs.ts";
import type { Shift } from "./indent.ts";
import { countBreaks, splitWords, type Words } from "./pattern.ts";
import { type Habits, isGap, learnHabits, rewriteGap, rewritePart, rewriteTrailing } from "./splice-habits.ts";

export interface Shaping {
  /** The text of the file, and the matched part of it. */
  readonly text: string;
  readonly file: string;
  /** What the model believes is there, and what it wants there. */
  readonly old: string;
  readonly new: string;
  readonly shift?: Shift | undefined;
  /** The match does not start at the start of a line. */
  readonly midLine: boolean;
  /** Line ending for lines that the file does not have yet. */
  readonly eol: string;
}

/**
 * Write the new text in the file's own hand: what old and new text share keeps the file's bytes, the rest takes the
 * file's indentation and line endings, and distortions that run through all of the old text are undone.
 * Undefined when a new line's indentation cannot be known.
 */
export function shapeNewText(shaping: Shaping): string | undefined {
  if (shaping.new === "") return "";
  const [old, file] = alignTokens(splitWords(shaping.old), splitWords(shaping.file));
  const fresh = tokensOf(splitWords(shaping.new));
  const partner = alignItems(old, fresh);
  if (!blanksKeepTheirPlace(old, file, fresh, partner)) return undefined;
  const habits = learnHabits(old, file);
  const out: string[] = [];
  for (const [i, token] of fresh.entries()) {
    const at = partner[i]!;
    const gap = isGap(token);
    let shaped: string | undefined;
    if (at !== -1 && (!gap || isSupported(partner, i, old.length))) shaped = file[at];
    else if (!gap) shaped = rewritePart(fresh, i, habits, shaping.text);
    else shaped = shapeGap(fresh, i, shaping, habits);
    if (shaped === undefined) return undefined;
    out.push(shaped);
  }
  return out.join("");
}

/** Where file and old text differ in blank lines, the lines around must stay neighbours; else they could go on either side. */
function blanksKeepTheirPlace(
  old: readonly string[],
  file: readonly string[],
  fresh: readonly string[],
  partner: Int32Array,
): boolean {
  return old.every((token, i) => {
    if (i === 0 || i === old.length - 1 || !isGap(token)) return true;
    const theirs = countBreaks(file[i]!);
    if (countBreaks(token) === theirs) return true;
    const at = partner.indexOf(i - 1) + 1;
    if (at === 0 || !(fresh[at] === token || countBreaks(fresh[at] ?? "") === theirs)) return false;
    const keeps = (step: 1 | -1): boolean => {
      for (let k = step; old[i + k] !== undefined && !old[i + k]!.includes("\n"); k += step) {
        if (partner[at + k] !== i + k) return false;
      }
      return true;
    };
    return keeps(-1) && keeps(1);
  });
}

/** Whitespace is the same whitespace only where a word beside it is the same, too. */
function isSupported(partner: Int32Array, i: number, oldLength: number): boolean {
  const at = partner[i]!;
  const last = partner.length - 1;
  if ((i === 0) !== (at === 0) || (i === last) !== (at === oldLength - 1)) return false;
  return i === 0 || i === last || partner[i - 1] === at - 1 || partner[i + 1] === at + 1;
}

function shapeGap(
  fresh: readonly string[],
  i: number,
  { midLine, shift, eol }: Shaping,
  habits: Habits,
): string | undefined {
  const gap = fresh[i]!;
  const last = i === fresh.length - 1;
  if (!gap.includes("\n")) {
    if (i === 0) return midLine || !shift ? gap : shift.apply(gap);
    return last ? rewriteTrailing(gap, habits) : rewriteGap(fresh, i, habits);
  }
  const [trailing, ...blanks] = gap.split("\n").map((line) => line.replace(/\r$/, ""));
  const indent = blanks.pop()!;
  let out = rewriteTrailing(trailing!, habits) + eol;
  for (const line of blanks) {
    // Nobody can tell whether spaces on a blank line were shifted along.
    if (line !== "" && shift?.moves) return undefined;
    out += line + eol;
  }
  const shifted = (indent === "" && last) || !shift ? indent : shift.apply(indent);
  return shifted === undefined ? undefined : out + shifted;
}

const PARTS = /[\p{L}\p{N}\p{M}_]+|./gsu;

/** Gaps and words in turn, words split into names and single signs. */
function tokensOf({ words, gaps }: Words): string[] {
  return gaps.flatMap((gap, i) => (words[i] === undefined ? [gap] : [gap, ...(words[i].match(PARTS) ?? [])]));
}

/** The tokens of two texts with the same words, one to one. */
function alignTokens(old: Words, file: Words): [string[], string[]] {
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
