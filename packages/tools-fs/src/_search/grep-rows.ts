import { type ContextRow, type LineMatch, snippet, withContext } from "@holdall/pattern-core";

export interface GrepRow {
  readonly line: number;
  readonly text: string;
  readonly match: boolean;
  /** Where the first match begins, from 1, in UTF-16 units. */
  readonly column?: number;
  /** The line is longer than what is shown of it. */
  readonly clipped?: boolean;
}

/** The rows of one file: lines with a match, and lines around them. */
export const rowsOf = (text: string, found: readonly LineMatch[], before: number, after: number): GrepRow[] =>
  withContext(text, found, before, after).map((row) => rowOf(text, row));

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
