import {
  type ContextRow,
  type LineMatch,
  searchLines,
  snippet,
  type TextPattern,
  withContext,
} from "@holdall/pattern-core";
import { patternInput } from "@holdall/pattern-core/find-files";
import type { Path, SearchCandidate } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { countBreaksBefore } from "../text/lines.ts";
import { textOf } from "./text-of.ts";

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
  { mode, context, maxPerFile, offset, limit }: CollectOptions,
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
    const text = await textOf(file.bytes, yieldToEventLoop, pattern.keepsReturns);
    if (text.binary) {
      binarySeen++;
      if (await holdsMatch(text.pieces, pattern, yieldToEventLoop)) binary.push(file.path);
      continue;
    }
    const found: LineMatch[] = [];
    let [count, shown] = [0, 0];
    await eachMatch(text.pieces, pattern, yieldToEventLoop, (match, piece, inPiece) => {
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
        const start = match.start - inPiece.start;
        const cost = costOf(piece, inPiece, context, shown - start);
        chars += cost.chars;
        shown = start + cost.shown;
      }
      return !full;
    });
    if (found.length > 0)
      files.push({ path: file.path, matches: found.length, rows: rowsOf(text.pieces.join(""), found, context) });
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

/**
 * Visit the lines with a match, by their positions in the whole text and in the piece they are in, until a visit says
 * no.
 */
async function eachMatch(
  pieces: Iterable<string>,
  pattern: TextPattern,
  yieldToEventLoop: Yield,
  visit: (match: LineMatch, piece: string, inPiece: LineMatch) => boolean,
): Promise<void> {
  let [start, lines, seen] = [0, 0, 0];
  let before = "";
  for (const piece of pattern.multiline ? [[...pieces].join("")] : pieces) {
    await yieldToEventLoop();
    start += before.length;
    lines += countBreaksBefore(before, before.length);
    before = piece;
    const passed = lineOfFirst(piece, pattern);
    if (passed < 0) continue;
    const linesPassed = countBreaksBefore(piece, passed);
    const matches = searchLines(passed === 0 ? piece : piece.slice(passed), pattern);
    const next = () => patternInput("pattern", () => matches.next());
    for (let step = next(); !step.done; step = next()) {
      const inPiece = moved(step.value, passed, linesPassed);
      if (!visit(moved(inPiece, start, lines), piece, inPiece)) return;
      if (++seen % matchesATime === 0) await yieldToEventLoop();
    }
  }
}

/** Where the first line with a match begins, so that the lines before it are only counted; -1 when there is none. */
function lineOfFirst(text: string, pattern: TextPattern): number {
  if (pattern.multiline) return 0;
  const hit = patternInput("pattern", () => pattern.findLine(text, 0));
  return hit > 0 ? text.lastIndexOf("\n", hit - 1) + 1 : hit;
}

async function holdsMatch(pieces: Iterable<string>, pattern: TextPattern, yieldToEventLoop: Yield): Promise<boolean> {
  let found = false;
  await eachMatch(pieces, pattern, yieldToEventLoop, () => {
    found = true;
    return false;
  });
  return found;
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
  text: string,
  { start, end }: LineMatch,
  { before, after }: { readonly before: number; readonly after: number },
  shown: number,
): { readonly chars: number; readonly shown: number } {
  let [from, to, lines] = [start, end, end > shown ? 1 : 0];
  for (let i = 0; i < before && from > shown; i++, lines++) from = text.lastIndexOf("\n", from - 2) + 1;
  for (let i = 0; i < after && to < text.length; i++) {
    const next = text.indexOf("\n", to + 1);
    to = next < 0 ? text.length : next;
    if (to > shown) lines++;
  }
  return { chars: Math.min(Math.max(0, to - Math.max(from, shown)), lines * maxLine) + lines * lineCost, shown: to };
}

/** The rows of one file: lines with a match, and lines around them. */
export const rowsOf = (
  text: string,
  found: readonly LineMatch[],
  { before, after }: { readonly before: number; readonly after: number },
): GrepRow[] => withContext(text, found, before, after).map((row) => rowOf(text, row));

function rowOf(text: string, row: ContextRow): GrepRow {
  const { match } = row;
  const shown = snippet(text, row, match && { start: match.matchStart, end: match.matchEnd }, maxLine);
  return {
    line: row.line,
    text: shown.text,
    match: match !== undefined,
    ...(match && { column: match.matchStart - row.start + 1 }),
    ...(shown.clipped && { clipped: true }),
  };
}
