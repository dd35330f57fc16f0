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

/** What a line shows at most; what it takes besides. */
const [maxLine, lineCost] = [500, 8];

/** About how many characters a match takes with the lines around it that end after `shown`; and where the last of them ends. */
export function costOf(
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
