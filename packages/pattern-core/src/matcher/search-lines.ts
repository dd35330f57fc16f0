import { isAscii } from "../native-bytes.ts";
import { type Lines, linesOfText } from "./lines.ts";
import type { TextPattern } from "./text-pattern.ts";

/** A line of a text: its number from 1, and its bounds without the `\n`, in units of the text. */
export interface Line {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** A line with a match: the part of the first match that is on it, in UTF-16 units from `start` on. */
export interface LineMatch extends Line {
  readonly matchStart: number;
  readonly matchEnd: number;
  /** What lies around the match in a long line: enough to show it. */
  readonly around?: LinePart | undefined;
}

/** A part of a line, and the UTF-16 units of the line before it. */
export interface LinePart {
  readonly start: number;
  readonly end: number;
  readonly before: number;
}

/** The lines that hold a match, in order, each once. A multiline match yields every line it touches. Splits nothing. */
export function* searchLines(text: string, pattern: TextPattern): Generator<LineMatch, void, void> {
  const lines = linesOfText(text);
  let current: Line = { line: 1, start: 0, end: lines.endOf(0) };
  if (!pattern.multiline) {
    for (let from = 0; ; ) {
      const hit = pattern.findLine(text, from);
      if (hit < 0) return;
      current = lineAt(lines, hit, current);
      const span = pattern.find(text, current.start, current.end) ?? { start: hit, end: hit };
      yield { ...current, matchStart: span.start, matchEnd: span.end };
      from = current.end + 1;
    }
  }
  let yielded = 0;
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let from = 0; text && from <= end; ) {
    const span = pattern.find(text, 0, text.length, from);
    if (!span || span.start > end) return;
    const last = Math.max(span.start, span.end - 1);
    for (let at = span.start; at <= last; at = current.end + 1) {
      current = lineAt(lines, at, current);
      if (current.line <= yielded) continue;
      yielded = current.line;
      yield { ...current, matchStart: Math.max(span.start, current.start), matchEnd: Math.min(span.end, current.end) };
    }
    from = Math.max(span.end, span.start + 1);
  }
}

/** Lines that are decoded without effect between two pauses. */
const missesATime = 1_000;

/**
 * Like `searchLines`, for UTF-8 without NULs and patterns that do not cross lines: only lines that may match are decoded.
 * Yields undefined where it can be interrupted.
 */
export function* searchBytes(
  lines: Lines & { readonly bytes: Uint8Array },
  pattern: TextPattern,
): Generator<LineMatch | undefined, void, void> {
  let [line, counted, misses] = [1, 0, 0];
  for (let from = 0; from < lines.length; ) {
    const hit = pattern.findInBytes(lines.bytes, from);
    if (hit < 0) return;
    const [start, end] = [lines.startOf(hit), lines.endOf(hit)];
    const span = findAround(lines, pattern, { start, end }, hit) ?? findIn(lines, pattern, start, end);
    if (span) {
      line += countBreaks(lines.bytes, counted, start);
      counted = start;
      yield { ...span, line, start, end };
    } else if (++misses % missesATime === 0) yield undefined;
    from = end + 1;
  }
}

type MatchSpan = Pick<LineMatch, "matchStart" | "matchEnd" | "around">;

/** Bytes of a line that is looked at as a whole. */
const maxWhole = 16_384;
/** Characters around a match that may be shown with it. */
const shown = 512;
/** Most bytes of a character. */
const charBytes = 4;

/**
 * The first match on a long line, where some match is known to end first at a place or to begin there. Matches that have a longest
 * length lie near it, so that what is far is not decoded.
 */
function findAround(
  lines: Lines & { readonly bytes: Uint8Array },
  pattern: TextPattern,
  { start, end }: Pick<Line, "start" | "end">,
  hit: number,
): MatchSpan | undefined {
  const reach = charBytes * (pattern.maxLength + shown);
  if (end - start <= maxWhole || 4 * reach > end - start) return undefined;
  const from = hit - reach > start ? lines.boundary(hit - reach) : start;
  const to = hit + reach < end ? lines.boundary(hit + reach) : end;
  const part = { start: from, end: to, before: countUnits(lines.bytes, start, from) };
  const text = lines.textOf(from, to);
  const first = from === start ? 0 : text.codePointAt(0)! > 0xffff ? 2 : 1;
  const span = pattern.find(text, 0, text.length, first);
  // What ends with the part may end there only because the rest is missing.
  if (!span || (span.end === text.length && to < end)) return undefined;
  return { matchStart: start + part.before + span.start, matchEnd: start + part.before + span.end, around: part };
}

function findIn(lines: Lines, pattern: TextPattern, start: number, end: number): MatchSpan | undefined {
  const text = lines.textOf(start, end);
  const span = pattern.find(text, 0, text.length, 0, shown);
  return span && { matchStart: start + span.start, matchEnd: start + span.end };
}

/** UTF-16 units of UTF-8. */
function countUnits(bytes: Uint8Array, from: number, to: number): number {
  if (isAscii(bytes.subarray(from, to))) return to - from;
  let count = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if ((byte & 0xc0) !== 0x80) count += byte < 0xf0 ? 1 : 2;
  }
  return count;
}

function countBreaks(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === 10) count++;
  return count;
}

/** The line that an index is on, counted on from a line at or before it. */
export function lineAt(lines: Lines, index: number, from: Line): Line {
  let { line, start, end } = from;
  while (end < index && end < lines.length) {
    start = end + 1;
    end = lines.endOf(start);
    line++;
  }
  return { line, start, end };
}

/** A row of a search result: a line, and its match when it is not just context. */
export type ContextRow = Line & { readonly match?: LineMatch };

/** Matches with the lines around them, each line once, in order. A jump in line numbers is a gap. */
export function withContext(lines: Lines, matches: readonly LineMatch[], before: number, after: number): ContextRow[] {
  const rows: ContextRow[] = [];
  matches.forEach((match, i) => {
    const shown = rows.at(-1)?.line ?? 0;
    rows.push(...linesBefore(lines, match, Math.min(before, match.line - shown - 1)), { ...match, match });
    const next = matches[i + 1]?.line ?? Number.POSITIVE_INFINITY;
    rows.push(...linesAfter(lines, match, Math.min(after, next - match.line - 1)));
  });
  return rows;
}

function linesBefore(lines: Lines, { line, start }: Line, count: number): Line[] {
  const found: Line[] = [];
  for (let end = start - 1; end >= 0 && found.length < count; ) {
    const begin = lines.startOf(end);
    found.unshift({ line: line - found.length - 1, start: begin, end });
    end = begin - 1;
  }
  return found;
}

function linesAfter(lines: Lines, { line, end }: Line, count: number): Line[] {
  const found: Line[] = [];
  for (let start = end + 1; start < lines.length && found.length < count; ) {
    const stop = lines.endOf(start);
    found.push({ line: line + found.length + 1, start, end: stop });
    start = stop + 1;
  }
  return found;
}
