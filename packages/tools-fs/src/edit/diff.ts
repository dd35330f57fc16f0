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

/** Changed lines with their numbers and three lines around them: ` ` kept, `-` gone (old number), `+` new (new number). */
export function renderDiff(
  before: string,
  splices: readonly TextSplice[],
  lines: readonly number[] = linesOf(before, splices),
): string {
  const out: string[] = [];
  let shift = 0;
  for (const [i, { start, end, text }] of splices.slice(0, maxHunks).entries()) {
    const from = lineStart(before, start);
    const line = lines[i]!;
    const to = endOfLine(before, end);
    const gone = splitLines(before.slice(from, to));
    const come = splitLines(before.slice(from, start) + text + before.slice(end, to));
    if (i > 0) out.push("…");
    out.push(...hunk(before, { from, to, line, shift }, gone, come));
    shift += come.length - gone.length;
  }
  if (splices.length > maxHunks) out.push(`… and ${splices.length - maxHunks} more changes like these`);
  return out.join("\n");
}

const linesOf = (text: string, splices: readonly TextSplice[]): number[] =>
  lineNumbers(
    text,
    splices.map(({ start }) => start),
  );

/** Behind the line ending of the last line that a range touches. */
function endOfLine(text: string, end: number): number {
  const next = text.indexOf("\n", end);
  return next === -1 ? text.length : next + 1;
}

interface Place {
  readonly from: number;
  readonly to: number;
  /** Number of the first line in the old text, and what to add for the new one. */
  readonly line: number;
  readonly shift: number;
}

function hunk(text: string, { from, to, line, shift }: Place, gone: string[], come: string[]): string[] {
  let head = 0;
  while (head < gone.length && head < come.length && gone[head] === come[head]) head++;
  let tail = 0;
  const min = Math.min(gone.length, come.length);
  while (tail < min - head && gone[gone.length - 1 - tail] === come[come.length - 1 - tail]) tail++;
  const first = line + head;
  const above = [...linesAbove(text, from), ...gone.slice(0, head)].slice(-CONTEXT);
  const below = [...gone.slice(gone.length - tail), ...linesBelow(text, to)].slice(0, CONTEXT);
  const minus = gone.slice(head, gone.length - tail);
  const plus = come.slice(head, come.length - tail);
  const rows = [
    ...above.map((value, i) => row(first + shift - above.length + i, " ", value)),
    ...cap(
      minus.map((value, i) => row(first + i, "-", value)),
      "removed",
    ),
    ...cap(
      plus.map((value, i) => row(first + shift + i, "+", value)),
      "new",
    ),
    ...below.map((value, i) => row(first + shift + plus.length + i, " ", value)),
  ];
  const width = Math.max(...rows.map(([number]) => number.length));
  return rows.map(([number, value]) => `${number.padStart(width)} ${value}`.trimEnd());
}

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
