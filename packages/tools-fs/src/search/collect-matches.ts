import {
  type ContextRow,
  type LineMatch,
  type Lines,
  linesOfText,
  searchBytes,
  searchLines,
  snippet,
  type TextPattern,
  withContext,
} from "@holdall/pattern-core";
import { patternInput } from "@holdall/pattern-core/internal";
import type { Path, SearchCandidate } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { countBreaksBefore } from "../text/lines.ts";
import { type FileText, textOf } from "./text-of.ts";

export interface FileMatches {
  readonly path: Path;
  /** Lines with a match, as far as they were counted. */
  readonly matches: number;
  readonly rows: readonly GrepRow[];
}

export interface CollectOptions {
  /** List lines; otherwise files with their count, or just whether there is one. */
  readonly mode: "content" | "files_with_matches" | "count";
  /** Lines around a match. */
  readonly context: { readonly before: number; readonly after: number };
  readonly maxPerFile: number;
  /** Matched lines to pass over, and to return after that. In modes that list files, files. */
  readonly offset: number;
  readonly limit: number;
  /** The lines of files that are documents; undefined for all others. */
  readonly documents?: ((path: Path, bytes: Uint8Array) => Promise<string | undefined>) | undefined;
}

export interface Collected {
  readonly files: readonly FileMatches[];
  readonly counts: SearchCandidate["counts"];
  /** Matched lines, or files with any, in all; absent when the search stopped at its limit. */
  readonly total?: number;
  readonly next?: number;
  /** Binary files with a match. */
  readonly binary: readonly Path[];
  /** Binary files, with a match or not. */
  readonly binarySeen: number;
  /** Files of which `maxPerFile` hid matches. */
  readonly cutFiles: number;
}

/** Characters of an answer after which its page ends. */
const maxChars = 40_000;
type Yield = () => Promise<void> | undefined;

/** Search files one after another, in order, until the page is full. The rows are the same on every backend. */
export async function collectMatches(
  candidates: AsyncIterable<SearchCandidate>,
  pattern: TextPattern,
  { mode, context, maxPerFile, offset, limit, documents }: CollectOptions,
  signal: AbortSignal,
): Promise<Collected> {
  const yieldToEventLoop = createYield(signal);
  const files: FileMatches[] = [];
  let counts: SearchCandidate["counts"] = { files: 0, ignored: 0, denied: 0, unreadable: 0, tooLarge: 0 };
  const binary: Path[] = [];
  let [passed, taken, chars, cutFiles, binarySeen, full] = [0, 0, 0, 0, 0, false];

  for await (const { file, counts: upToHere } of candidates) {
    counts = upToHere;
    if (!file) continue;
    await yieldToEventLoop();
    const document = documents && (await documents(file.path, file.bytes));
    const text: FileText = document === undefined ? textOf(file.bytes, pattern) : { kind: "decoded", text: document };
    if (text.kind === "binary") {
      binarySeen++;
      if (await holdsMatch(text.pieces, pattern, yieldToEventLoop)) binary.push(file.path);
      continue;
    }
    const lines = text.kind === "utf8" ? text.lines : linesOfText(text.text);
    const found: LineMatch[] = [];
    let [count, shown] = [0, 0];
    await eachMatch(text, pattern, yieldToEventLoop, (match) => {
      if (count === maxPerFile) {
        cutFiles++;
        return false;
      }
      count++;
      if (mode !== "content") return mode === "count";
      if (passed < offset) passed++;
      else if (taken === limit || chars > maxChars) full = true;
      else {
        found.push(match);
        taken++;
        const cost = costOf(lines, match, context, shown);
        chars += cost.chars;
        shown = cost.shown;
      }
      return !full;
    });
    if (found.length > 0) files.push({ path: file.path, matches: found.length, rows: rowsOf(lines, found, context) });
    if (mode !== "content" && count > 0) {
      if (passed < offset) passed++;
      else if (taken === limit || chars > maxChars) full = true;
      else {
        files.push({ path: file.path, matches: count, rows: [] });
        taken++;
        chars += file.path.length + 8;
      }
    }
    if (full) return { files, counts, next: offset + taken, binary, binarySeen, cutFiles };
  }
  return { files, counts, total: passed + taken, binary, binarySeen, cutFiles };
}

/** Matches between two looks at the clock. */
const matchesATime = 100;

/** Visit the lines with a match until a visit says no. */
async function eachMatch(
  text: Exclude<FileText, { kind: "binary" }>,
  pattern: TextPattern,
  yieldToEventLoop: Yield,
  visit: (match: LineMatch) => boolean,
): Promise<void> {
  if (text.kind === "decoded") return eachIn(matchesIn(text.text, pattern), yieldToEventLoop, visit);
  return eachIn(searchBytes(text.lines, pattern), yieldToEventLoop, visit);
}

async function eachIn(
  matches: Iterator<LineMatch | undefined, void>,
  yieldToEventLoop: Yield,
  visit: (match: LineMatch) => boolean,
): Promise<void> {
  let seen = 0;
  const next = () => patternInput("pattern", () => matches.next());
  for (let step = next(); !step.done; step = next()) {
    if (step.value && !visit(step.value)) return;
    if (!step.value || ++seen % matchesATime === 0) await yieldToEventLoop();
  }
}

/** The same as of all lines, of which those before the first match are only counted. */
function* matchesIn(text: string, pattern: TextPattern): Generator<LineMatch, void, void> {
  const hit = pattern.multiline ? 0 : pattern.findLine(text, 0);
  if (hit < 0) return;
  const passed = linesOfText(text).startOf(hit);
  const linesPassed = countBreaksBefore(text, passed);
  for (const match of searchLines(passed === 0 ? text : text.slice(passed), pattern))
    yield moved(match, passed, linesPassed);
}

async function holdsMatch(pieces: Iterable<string>, pattern: TextPattern, yieldToEventLoop: Yield): Promise<boolean> {
  for (const piece of pattern.multiline ? [[...pieces].join("")] : pieces) {
    await yieldToEventLoop();
    if (!patternInput("pattern", () => matchesIn(piece, pattern).next()).done) return true;
  }
  return false;
}

function moved(match: LineMatch, by: number, lines: number): LineMatch {
  if (by === 0) return match;
  const { line, start, end, matchStart, matchEnd } = match;
  return {
    line: line + lines,
    start: start + by,
    end: end + by,
    matchStart: matchStart + by,
    matchEnd: matchEnd + by,
  };
}

export interface GrepRow {
  readonly line: number;
  readonly text: string;
  readonly match: boolean;
  /** Where the first match begins, from 1, in UTF-16 units. */
  readonly column?: number;
  /** The line is longer than what is shown of it. */
  readonly clipped?: boolean;
}

/** What a line shows at most; what it takes besides. */
const [maxLine, lineCost] = [500, 8];

/** About how many characters a match takes with the lines around it that end after `shown`; and where the last of them ends. */
function costOf(
  text: Lines,
  { start, end }: LineMatch,
  { before, after }: { readonly before: number; readonly after: number },
  shown: number,
): { readonly chars: number; readonly shown: number } {
  let [from, to, lines] = [start, end, end > shown ? 1 : 0];
  for (let i = 0; i < before && from > shown; i++, lines++) from = text.startOf(from - 1);
  for (let i = 0; i < after && to < text.length; i++) {
    to = text.endOf(to + 1);
    if (to > shown) lines++;
  }
  return { chars: Math.min(Math.max(0, to - Math.max(from, shown)), lines * maxLine) + lines * lineCost, shown: to };
}

/** The rows of one file: lines with a match, and lines around them. */
const rowsOf = (
  lines: Lines,
  found: readonly LineMatch[],
  { before, after }: { readonly before: number; readonly after: number },
): GrepRow[] => withContext(lines, found, before, after).map((row) => rowOf(lines, row));

function rowOf(lines: Lines, { line, start, end, match }: ContextRow): GrepRow {
  const part = match?.around ?? {
    start,
    end: match ? end : lines.boundary(Math.min(end, start + 4 * maxLine)),
    before: 0,
  };
  const text = lines.textOf(part.start, part.end);
  const span = match && { start: match.matchStart - start - part.before, end: match.matchEnd - start - part.before };
  const shown = snippet(text, { start: 0, end: text.length }, span, maxLine);
  return {
    line,
    text: shown.text,
    match: match !== undefined,
    ...(match && { column: match.matchStart - start + 1 }),
    ...(shown.clipped && { clipped: true }),
  };
}
