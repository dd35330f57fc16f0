import { lineNumbers, lineStart, showLine, splitLines, type TextSplice } from "../text/lines.ts";

/** The changed part: half-open ranges of the old and the new text. */
export interface ChangedRange {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Most lines that an answer shows of a change, and most changes. */
const maxLines = 40;
const maxHunks = 8;
const CONTEXT = 3;

/** The smallest range that holds every difference between two texts. */
export function changedRange(before: string, after: string): ChangedRange {
  const max = Math.min(before.length, after.length);
  let start = 0;
  while (start < max && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let [oldEnd, newEnd] = [before.length, after.length];
  while (oldEnd > start && newEnd > start && before.charCodeAt(oldEnd - 1) === after.charCodeAt(newEnd - 1)) {
    oldEnd--;
    newEnd--;
  }
  return { start, oldEnd, newEnd };
}

/** The difference between two texts as one splice. */
export function asSplice(before: string, after: string): TextSplice {
  const { start, oldEnd, newEnd } = changedRange(before, after);
  return { start, end: oldEnd, text: after.slice(start, newEnd) };
}

/**
 * Changed lines with their numbers and three lines around them: ` ` kept, `-` gone (old number), `+` new (new number). Changes
 * that are so close that they share lines are one hunk, so that every line that is shown as kept is in both texts.
 */
export function renderDiff(
  before: string,
  splices: readonly TextSplice[],
  lines: readonly number[] = linesOf(before, splices),
): string {
  const out: string[] = [];
  let [shift, shown] = [0, 0];
  for (const { from, to, line, parts } of closeChanges(before, splices, lines).slice(0, maxHunks)) {
    const gone = splitLines(before.slice(from, to));
    const come = splitLines(applied(before, from, to, parts));
    if (out.length > 0) out.push("…");
    out.push(...hunk(before, { from, to, line, shift }, gone, come));
    shift += come.length - gone.length;
    shown += parts.length;
  }
  if (splices.length > shown) out.push(`… and ${splices.length - shown} more changes like these`);
  return out.join("\n");
}

const linesOf = (text: string, splices: readonly TextSplice[]): number[] =>
  lineNumbers(
    text,
    splices.map(({ start }) => start),
  );

interface CloseChanges {
  /** The whole lines that they touch. */
  readonly from: number;
  to: number;
  /** The number of the first line. */
  readonly line: number;
  readonly parts: TextSplice[];
}

function closeChanges(before: string, splices: readonly TextSplice[], lines: readonly number[]): CloseChanges[] {
  const groups: CloseChanges[] = [];
  for (const [i, splice] of splices.entries()) {
    const from = lineStart(before, splice.start);
    const to = endOfLine(before, splice.end);
    const last = groups.at(-1);
    if (last && hasFewLines(before, last.to, from)) {
      last.to = Math.max(last.to, to);
      last.parts.push(splice);
    } else groups.push({ from, to, line: lines[i]!, parts: [splice] });
  }
  return groups;
}

/** Whether the lines around two changes would meet. */
function hasFewLines(text: string, from: number, to: number): boolean {
  let at = from;
  for (let line = 0; line < 2 * CONTEXT && at < to; line++) at = endOfLine(text, at);
  return at >= to;
}

function applied(before: string, from: number, to: number, parts: readonly TextSplice[]): string {
  let [text, at] = ["", from];
  for (const { start, end, text: fresh } of parts) {
    text += before.slice(at, start) + fresh;
    at = end;
  }
  return text + before.slice(at, to);
}

/** Behind the line ending of the last line that a range touches. */
function endOfLine(text: string, end: number): number {
  const next = text.indexOf("\n", end);
  return next === -1 ? text.length : next + 1;
}

interface HunkRange {
  readonly from: number;
  readonly to: number;
  /** Number of the first line in the old text, and what to add for the new one. */
  readonly line: number;
  readonly shift: number;
}

function hunk(text: string, { from, to, line, shift }: HunkRange, gone: string[], come: string[]): string[] {
  const above = linesAbove(text, from);
  const below = linesBelow(text, to);
  const rows = withContext([
    ...above.map((value, i) => row(line + shift - above.length + i, " ", value)),
    ...changedRows(gone, come, line, line + shift),
    ...below.map((value, i) => row(line + shift + come.length + i, " ", value)),
  ]);
  const width = Math.max(...rows.map(([number]) => number.length));
  return rows.map((each) => {
    const [number, value] = each;
    if (each === skipped) return value;
    const written = `${number.padStart(width)} ${value}`;
    // Blanks at the end of a line are a part of it; those behind the sign of an empty line are not.
    return value.length > 2 ? written : written.trimEnd();
  });
}

/** Lines that are in both texts, and between them those that are gone and those that are new. */
function changedRows(gone: readonly string[], come: readonly string[], oldLine: number, newLine: number): Row[] {
  const rows: Row[] = [];
  const partner = alignItems(gone, come);
  let [old, fresh] = [0, 0];
  while (old < gone.length || fresh < come.length) {
    let next = fresh;
    while (next < come.length && partner[next] === -1) next++;
    const until = next < come.length ? partner[next]! : gone.length;
    const minus = gone.slice(old, until).map((value, i) => row(oldLine + old + i, "-", value));
    const plus = come.slice(fresh, next).map((value, i) => row(newLine + fresh + i, "+", value));
    rows.push(...cap(minus, "removed"), ...cap(plus, "new"));
    if (next < come.length) rows.push(row(newLine + next, " ", come[next]!));
    [old, fresh] = [until + 1, next + 1];
  }
  return rows;
}

/** Stands for lines of a hunk that are in both texts and far from every change. */
const skipped: Row = ["", "…"];

/** Without kept lines that are more than three lines from a change. */
function withContext(rows: readonly Row[]): readonly Row[] {
  const changes = rows.flatMap((each, i) => (isKept(each) ? [] : [i]));
  if (changes.length === 0) return rows.slice(0, 2 * CONTEXT);
  const shown: Row[] = [];
  let [next, lastShown] = [0, -1];
  for (const [i, each] of rows.entries()) {
    while (next < changes.length && changes[next]! < i) next++;
    const before = i - (changes[next - 1] ?? Number.NEGATIVE_INFINITY);
    const after = (changes[next] ?? Number.POSITIVE_INFINITY) - i;
    if (Math.min(before, after) > CONTEXT) continue;
    if (lastShown !== -1 && i > lastShown + 1) shown.push(skipped);
    shown.push(each);
    lastShown = i;
  }
  return shown;
}

const isKept = ([number, value]: Row): boolean => number !== "" && value.startsWith("  ");

type Row = readonly [number: string, value: string];

const row = (number: number, sign: string, value: string): Row => [String(number), `${sign} ${showLine(value)}`];

function cap(rows: readonly Row[], what: string): readonly Row[] {
  if (rows.length <= maxLines) return rows;
  const half = maxLines / 2;
  return [...rows.slice(0, half), ["", `  … ${rows.length - maxLines} more ${what} lines`], ...rows.slice(-half)];
}

function linesAbove(text: string, from: number): string[] {
  let start = from;
  for (let i = 0; i < CONTEXT && start > 0; i++) start = lineStart(text, start - 1);
  return splitLines(text.slice(start, from));
}

function linesBelow(text: string, to: number): string[] {
  let end = to;
  for (let i = 0; i < CONTEXT && end < text.length; i++) end = endOfLine(text, end);
  return splitLines(text.slice(to, end));
}

/** The difference between two texts as splices of whole lines; bounded in cost, so that a large one may be one splice. */
export function diffLines(before: string, after: string): TextSplice[] {
  const { start, oldEnd, newEnd } = changedRange(before, after);
  if (start === oldEnd && start === newEnd) return [];
  const from = start === 0 ? 0 : before.lastIndexOf("\n", start - 1) + 1;
  const more = lineRest(before, oldEnd, after, newEnd);
  const old = keepEnds(before.slice(from, oldEnd + more));
  const fresh = keepEnds(after.slice(from, newEnd + more));
  const partner = alignItems(old, fresh);
  const splices: TextSplice[] = [];
  let [at, row] = [from, 0];
  let added: string[] = [];
  const keep = (kept: number): void => {
    let end = at;
    while (row < kept) end += old[row++]!.length;
    if (end > at || added.length > 0) splices.push({ start: at, end, text: added.join("") });
    added = [];
    at = end + (old[row++]?.length ?? 0);
  };
  for (const [i, line] of fresh.entries()) {
    if (partner[i] === -1) added.push(line);
    else keep(partner[i]!);
  }
  keep(old.length);
  return splices;
}

/** Lines with their line endings. */
const keepEnds = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** What is left of the line that both texts end differently in front of. */
function lineRest(before: string, oldEnd: number, after: string, newEnd: number): number {
  const starts = (text: string, at: number) => at === 0 || text.charCodeAt(at - 1) === 10;
  if (starts(before, oldEnd) && starts(after, newEnd)) return 0;
  const next = before.indexOf("\n", oldEnd);
  return (next === -1 ? before.length : next + 1) - oldEnd;
}

/** Largest table that is filled; beyond it the middle counts as changed. */
const maxCells = 4_000_000;

/** For every item of `b`, the index of its partner in `a`, or -1: a longest common subsequence, bounded in cost. */
export function alignItems(a: readonly string[], b: readonly string[]): Int32Array {
  const partner = new Int32Array(b.length).fill(-1);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) partner[head] = head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) {
    tail++;
    partner[b.length - tail] = a.length - tail;
  }
  const n = a.length - head - tail;
  const m = b.length - head - tail;
  if (n === 0 || m === 0 || n * m > maxCells) return partner;
  const width = m + 1;
  const table = new Uint16Array((n + 1) * width);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      table[i * width + j] =
        a[head + i] === b[head + j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
    }
  }
  for (let i = 0, j = 0; i < n && j < m; ) {
    if (a[head + i] === b[head + j]) partner[head + j++] = head + i++;
    else if (table[(i + 1) * width + j]! >= table[i * width + j + 1]!) i++;
    else j++;
  }
  return partner;
}
