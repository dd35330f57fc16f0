import { alignItems } from "./_lcs.ts";
import type { Shift } from "./_match-indent.ts";
import { splitWords, type Words } from "./_match-pattern.ts";
import { type Habits, isGap, learnHabits, rewritePart } from "./_splice-habits.ts";

export interface Shaping {
  /** The matched part of the file. */
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
  const [old, file] = alignTokens(splitWords(shaping.old), splitWords(shaping.file));
  const fresh = tokensOf(splitWords(shaping.new));
  const partner = alignItems(old, fresh);
  const habits = learnHabits(old, file);
  const out: string[] = [];
  for (const [i, token] of fresh.entries()) {
    const at = partner[i]!;
    const gap = isGap(token);
    let shaped: string | undefined;
    if (at !== -1 && (!gap || isSupported(partner, i, old.length))) shaped = file[at];
    else if (!gap) shaped = rewritePart(fresh, i, habits);
    else shaped = shapeGap(token, { first: i === 0, last: i === fresh.length - 1 }, shaping, habits);
    if (shaped === undefined) return undefined;
    out.push(shaped);
  }
  return out.join("");
}

/** Whitespace is the same whitespace only where a word beside it is the same, too. */
function isSupported(partner: Int32Array, i: number, oldLength: number): boolean {
  const at = partner[i]!;
  const last = partner.length - 1;
  if ((i === 0) !== (at === 0) || (i === last) !== (at === oldLength - 1)) return false;
  return i === 0 || i === last || partner[i - 1] === at - 1 || partner[i + 1] === at + 1;
}

function shapeGap(
  gap: string,
  { first, last }: { first: boolean; last: boolean },
  { midLine, shift, eol }: Shaping,
  { stripsTrailing }: Habits,
): string | undefined {
  const cut = gap.lastIndexOf("\n") + 1;
  if (cut === 0) {
    if (first && !midLine && shift) return shift.apply(gap);
    return last && stripsTrailing ? "" : gap;
  }
  const [trailing, ...blanks] = gap.split("\n").map((line) => line.replace(/\r$/, ""));
  const indent = blanks.pop()!;
  let out = (stripsTrailing ? "" : trailing) + eol;
  for (const [i, line] of [...blanks, indent].entries()) {
    const shifted = line === "" && (last || i < blanks.length) ? "" : shift ? shift.apply(line) : line;
    if (shifted === undefined) return undefined;
    out += i < blanks.length ? shifted + eol : shifted;
  }
  return out;
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
