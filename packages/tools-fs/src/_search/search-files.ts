import {
  type ContextRow,
  type LineMatch,
  searchLines,
  snippet,
  type TextPattern,
  withContext,
} from "@holdall/pattern-core";
import { type Backend, type Entry, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { decodeText } from "../_codec/decode-text.ts";
import { createPace } from "../_pace.ts";
import { patternInput } from "./pattern-input.ts";

export interface GrepRow {
  readonly line: number;
  readonly text: string;
  readonly match: boolean;
  /** Where the first match begins, from 1, in UTF-16 units. */
  readonly column?: number;
  /** The line is longer than what is shown of it. */
  readonly clipped?: boolean;
}

export interface FileMatches {
  readonly path: Path;
  /** Lines with a match, as far as they were counted. */
  readonly matches: number;
  readonly rows: readonly GrepRow[];
}

export interface SearchOptions {
  readonly before: number;
  readonly after: number;
  readonly maxPerFile: number;
  /** Matched lines to pass over, and to return after that. In modes that list files, files. */
  readonly offset: number;
  readonly limit: number;
  /** List lines; otherwise files with their count, or just whether there is one. */
  readonly mode: "content" | "files_with_matches" | "count";
  /** Characters of rows after which the page ends. */
  readonly maxChars: number;
}

export interface SearchOutcome {
  readonly files: readonly FileMatches[];
  /** Files that were looked into. */
  readonly searched: number;
  /** Matched lines (content, count) or files, in all; absent when the search stopped at its limit. */
  readonly total?: number;
  readonly next?: number;
  readonly binary: number;
  readonly unreadable: number;
  readonly tooLarge: number;
  /** Files of which `maxPerFile` hid matches. */
  readonly cutFiles: number;
}

const maxBytes = 64 * 1024 * 1024;

/** Search files one after another, in order, until the page is full. Results are the same on every backend. */
export async function searchFiles(
  backend: Backend,
  candidates: AsyncIterable<Entry>,
  pattern: TextPattern,
  { before, after, maxPerFile, offset, limit, mode, maxChars }: SearchOptions,
  { signal }: ToolContext,
): Promise<SearchOutcome> {
  const pace = createPace();
  const files: FileMatches[] = [];
  const skipped = { binary: 0, unreadable: 0, tooLarge: 0 };
  let [searched, cutFiles, passed, taken, chars] = [0, 0, 0, 0, 0];
  const stopped = () => ({ files, searched, cutFiles, ...skipped, next: offset + taken });

  for await (const { path } of candidates) {
    await pace();
    signal.throwIfAborted();
    const text = await textOf(backend, path, signal, skipped);
    if (text === undefined) continue;
    searched++;
    const found: LineMatch[] = [];
    let count = 0;
    let full = false;
    const matches = searchLines(text, pattern);
    for (;;) {
      const { value, done } = patternInput("pattern", () => matches.next());
      if (done || !value) break;
      if (count >= maxPerFile) {
        cutFiles++;
        break;
      }
      count++;
      if (mode === "files_with_matches") break;
      if (mode === "count") continue;
      if (passed < offset) passed++;
      else if (taken + found.length >= limit || chars > maxChars) {
        full = true;
        break;
      } else {
        found.push(value);
        chars += Math.min(500, value.end - value.start) + 8;
      }
    }
    if (mode === "content") {
      taken += found.length;
      if (found.length > 0)
        files.push({
          path,
          matches: found.length,
          rows: withContext(text, found, before, after).map((row) => rowOf(text, row)),
        });
      if (full) return stopped();
    } else if (count > 0) {
      if (passed < offset) passed++;
      else if (taken >= limit || chars > maxChars) return stopped();
      else {
        files.push({ path, matches: count, rows: [] });
        chars += path.length + 8;
        taken++;
      }
    }
  }
  return { files, searched, cutFiles, ...skipped, total: passed + taken };
}

async function textOf(
  backend: Backend,
  path: Path,
  signal: AbortSignal,
  skipped: { binary: number; unreadable: number; tooLarge: number },
): Promise<string | undefined> {
  try {
    const { size = 0 } = (await backend.stat(path, { signal })) ?? {};
    if (size > maxBytes) {
      skipped.tooLarge++;
      return undefined;
    }
    const { bytes } = await backend.read(path, { signal });
    const text = decodeText(bytes);
    if (text === undefined) skipped.binary++;
    return text;
  } catch (error) {
    if (!ToolError.is(error) || !["not_found", "permission_denied", "wrong_kind", "too_large"].includes(error.code))
      throw error;
    if (error.code !== "not_found") skipped.unreadable++;
    return undefined;
  }
}

function rowOf(text: string, row: ContextRow): GrepRow {
  const { match } = row;
  const shown = snippet(text, row, match && { start: match.matchStart, end: match.matchEnd });
  return {
    line: row.line,
    text: shown.text,
    match: match !== undefined,
    ...(match && { column: match.matchStart - row.start + 1 }),
    ...(shown.clipped && { clipped: true }),
  };
}
