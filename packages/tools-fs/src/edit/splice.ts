import { countBreaksBefore, lineEndingAt, type TextSplice } from "../text/lines.ts";
import { endingsAt, fitBreaks, unifyBreaks } from "./check/breaks.ts";
import type { Shift } from "./check/verify.ts";
import { splitWords } from "./find/fold.ts";
import type { Match, MatchResult } from "./find/match.ts";
import {
  breaksLine,
  type Copies,
  type Distortion,
  findCopies,
  findDistortion,
  isGap,
  isName,
  isSymbol,
  pairTokens,
  splitGap,
  tokensOf,
} from "./find/tokens.ts";

/** The splices that carry out an edit at the given matches, or why the new text cannot be fitted in. */
export function spliceMatches(text: string, found: MatchResult, matches: readonly Match[]): TextSplice[] | Unclear {
  const splices: TextSplice[] = [];
  for (const match of matches) {
    const fitted = fitBytes(text, found, match) ?? fitTolerant(text, found, match);
    if (typeof fitted !== "string") return fitted;
    splices.push({ start: match.start, end: match.end, text: fitted });
  }
  return splices;
}

/** The new text as it is where the old one stands apart from line breaks; its own become the file's unless the old text asked for others. */
function fitBytes(text: string, { old, new: fresh }: MatchResult, { start, end }: Match): string | undefined {
  const file = text.slice(start, end);
  if (file !== old && unifyBreaks(file) !== unifyBreaks(old)) return undefined;
  if (!/[\r\n]/.test(fresh) || unifyBreaks(old) === unifyBreaks(fresh)) return fresh;
  if (file === old && endingsOf(old) !== "none" && endingsOf(old) === endingsOf(fresh)) return fresh;
  return fitBreaks(file, old, fresh, endingsAt(text, start, end, old));
}

function fitTolerant(text: string, { old, new: fresh }: MatchResult, { start, end, shift }: Match): string | Unclear {
  if (shift?.converts && mixesIndentation(text)) return { readings: [] };
  const file = text.slice(start, end);
  const midLine = start > 0 && !/[\r\n]/.test(text[start - 1]!);
  return shapeNewText({ file, old, new: fresh, shift, midLine, eol: lineEndingAt(text, start) });
}

export const isUnclear = (fitted: readonly TextSplice[] | Unclear | undefined): fitted is Unclear =>
  fitted !== undefined && "readings" in fitted;

/** In a file that indents with both tabs and spaces, the indentation of a new line is ambiguous. */
export const mixesIndentation = (text: string): boolean => /[\r\n]\t/.test(text) && /[\r\n] {2}/.test(text);

const endingsOf = (text: string): "none" | "LF" | "CRLF" | "mixed" => {
  if (!text.includes("\n")) return "none";
  if (!text.includes("\r\n")) return "LF";
  return /(?<!\r)\n/.test(text) ? "mixed" : "CRLF";
};

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

/** New text that can be read in several ways; no readings where a new line's indentation cannot be known. */
export interface Unclear {
  readonly readings: readonly string[];
}

/** The tokens of old text and file, paired, and those of the new text. */
export interface Tokens {
  readonly old: readonly string[];
  readonly file: readonly string[];
  readonly fresh: readonly string[];
}

/** The replacement of a token, and its alternatives; undefined if it cannot be determined. */
export type Shaped = readonly [text: string, other?: string | undefined] | undefined;

/**
 * Adapt the new text to the file: what it copies from the old text keeps the file's bytes, what it adds stays as sent,
 * except for the indentation and breaks of its lines.
 */
function shapeNewText(shaping: Shaping): string | Unclear {
  if (shaping.new === "") return "";
  const words = { old: splitWords(unifyBreaks(shaping.old)), fresh: splitWords(unifyBreaks(shaping.new)) };
  const [old, file] = pairTokens(words.old, splitWords(shaping.file));
  const tokens: Tokens = { old, file, fresh: tokensOf(words.fresh) };
  const distortion = findDistortion(old, file);
  const readings = new Set<string>();
  for (const copies of findCopies(old, tokens.fresh, file)) {
    if (!blanksKeepTheirPlace(tokens, copies.of) || losesTrack(tokens, copies.of)) return { readings: [] };
    const texts = shapeBy(tokens, copies, shaping, distortion);
    if (!texts) return { readings: [] };
    for (const text of texts) readings.add(text);
  }
  const [text] = readings;
  return readings.size === 1 ? text! : { readings: [...readings] };
}

function shapeBy(
  tokens: Tokens,
  copies: Copies,
  shaping: Shaping,
  distortion: Distortion,
): [string, string] | undefined {
  const shapeGap = createGapShaper(tokens, copies, shaping, distortion);
  const [out, others]: [string[], string[]] = [[], []];
  for (const [i, token] of tokens.fresh.entries()) {
    const shaped = isGap(token) ? shapeGap(i) : shapePart(tokens, i, copies, distortion);
    if (!shaped) return undefined;
    out.push(shaped[0]);
    others.push(shaped[1] ?? shaped[0]);
  }
  return [out.join(""), others.join("")];
}

/** A name or a symbol. */
function shapePart({ file, fresh }: Tokens, i: number, { of, isCertain }: Copies, { reread }: Distortion): Shaped {
  const token = fresh[i]!;
  const at = of[i]!;
  if (at === -1) return [token, reread(fresh, i)];
  return isCertain(i) || !isSymbol(token) ? [file[at]!] : [file[at]!, token];
}

/** True when texts too large to compare hold characters of the file that may or may not have been copied. */
function losesTrack({ old, file, fresh }: Tokens, of: Int32Array): boolean {
  if (old.length * fresh.length < LARGE) return false;
  const copied = new Set(of);
  return old.some((token, i) => !copied.has(i) && !breaksLine(token) && token !== file[i]);
}

const LARGE = 4_000_000;

/**
 * Where file and old text differ in blank lines, the lines around must stay neighbors; otherwise they could belong to
 * either side.
 */
function blanksKeepTheirPlace({ old, file, fresh }: Tokens, of: Int32Array): boolean {
  return old.every((token, i) => {
    if (i === 0 || i === old.length - 1 || !isGap(token)) return true;
    const theirs = countBreaksBefore(unifyBreaks(file[i]!));
    if (countBreaksBefore(token) === theirs) return true;
    const at = of.indexOf(i - 1) + 1;
    if (at === 0 || !(fresh[at] === token || countBreaksBefore(fresh[at] ?? "") === theirs)) return false;
    const keeps = (step: 1 | -1): boolean => {
      for (let k = step; old[i + k] !== undefined && !old[i + k]!.includes("\n"); k += step) {
        if (of[at + k] !== i + k) return false;
      }
      return true;
    };
    return keeps(-1) && keeps(1);
  });
}

/** What writes the gaps of the new text, by their index. */
function createGapShaper(
  { old, file, fresh }: Tokens,
  { of, isCertain }: Copies,
  { shift, midLine, eol }: Shaping,
  { reread, rereadTrailing }: Distortion,
): (index: number) => Shaped {
  const [end, oldEnd] = [fresh.length - 1, old.length - 1];

  /** The gaps of the old text beside the copied tokens beside a gap. */
  const behindLeft = (i: number): number | undefined => (i > 0 && of[i - 1]! !== -1 ? of[i - 1]! + 1 : undefined);
  const beforeRight = (i: number): number | undefined => (i < end && of[i + 1]! > 0 ? of[i + 1]! - 1 : undefined);

  const inline = (i: number): Shaped => {
    const gap = fresh[i]!;
    const same = (at: number | undefined): number[] => (at !== undefined && old[at] === gap ? [at] : []);
    const [left, right] = [same(behindLeft(i)), same(beforeRight(i))];
    const sources = new Set([...left, ...right]);
    if (sources.size === 0) return [gap, reread(fresh, i)];
    const [first, second = first] = [...sources].map((at) => file[at]!);
    if (left[0] === right[0] || first !== second) return [first!, second];
    // Between a copy and something new it may be new itself, where the old gap has another copy or the copy is doubtful.
    const [at] = sources;
    const others = fresh.some((_, j) => j !== i && (behindLeft(j) === at || beforeRight(j) === at) && fresh[j] === gap);
    const certain = left.length > 0 ? isCertain(i - 1) : isCertain(i + 1);
    return others || !certain ? [first!, gap] : [first!];
  };

  /** Spaces at the end of a line: the file's own where the line is its own, as sent where the line is new. */
  const trailing = (i: number): Shaped => {
    const sent = splitGap(fresh[i]!).trailing;
    const left = i === 0 ? 0 : behindLeft(i);
    const at = left !== undefined && endsLine(left) ? left : modifiedLine(i);
    if (at === undefined) return [sent, rereadTrailing(sent)];
    return splitGap(old[at]!).trailing === sent ? [splitGap(file[at]!).trailing] : [sent, rereadTrailing(sent)];
  };

  const endsLine = (at: number): boolean => at === oldEnd || breaksLine(old[at]!);

  /** The old gap that ends a line which has another end now: names of it are in the line that ends here. */
  const modifiedLine = (i: number): number | undefined => {
    const at = i === end ? oldEnd : beforeRight(i);
    if (at === undefined || !endsLine(at) || of.includes(at - 1)) return undefined;
    let start = at - 1;
    while (start >= 0 && !(isGap(old[start]!) && breaksLine(old[start]!))) start--;
    for (let j = i - 1; j >= 0 && !(isGap(fresh[j]!) && breaksLine(fresh[j]!)); j--) {
      if (of[j]! > start && of[j]! < at && isName(fresh[j]!)) return at;
    }
    return undefined;
  };

  /** Line breaks and what is on blank lines between them. */
  const middle = (i: number): string | undefined => {
    const sent = splitGap(fresh[i]!).middle;
    const left = i === 0 ? 0 : behindLeft(i);
    const same = i === end ? oldEnd : i === 0 || left === beforeRight(i) ? left : undefined;
    if (same !== undefined && splitGap(old[same]!).middle === sent) return splitGap(file[same]!).middle;
    const blanks = sent.split("\n").slice(1, -1);
    // It is unknown whether spaces on a blank line were shifted as well.
    if (shift?.moves && blanks.some((line) => line !== "")) return undefined;
    const kept = left === undefined ? undefined : /\r\n?|\n/.exec(file[left]!)?.[0];
    return [kept ?? eol, ...blanks.map((line) => line + eol)].join("");
  };

  const indent = (i: number): string | undefined => {
    const sent = splitGap(fresh[i]!).indent;
    const right = i === end ? oldEnd : beforeRight(i);
    if (right !== undefined && breaksLine(old[right]!) && splitGap(old[right]!).indent === sent)
      return splitGap(file[right]!).indent;
    return (sent === "" && i === end) || !shift ? sent : shift.apply(sent);
  };

  return (i) => {
    const gap = fresh[i]!;
    if (i === 0 && !breaksLine(gap)) {
      if (gap === old[0]) return [file[0]!];
      const shifted = midLine || !shift ? gap : shift.apply(gap);
      return shifted === undefined ? undefined : [shifted];
    }
    if (!breaksLine(gap)) {
      if (i < end) return inline(i);
      return breaksLine(old[oldEnd]!) ? [gap, rereadTrailing(gap)] : trailing(i);
    }
    const [spaces, breaks, next] = [trailing(i), middle(i), indent(i)];
    if (!spaces || breaks === undefined || next === undefined) return undefined;
    return [spaces[0] + breaks + next, spaces[1] === undefined ? undefined : spaces[1] + breaks + next];
  };
}
