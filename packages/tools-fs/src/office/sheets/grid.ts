import { joinPieces, markup, replaceInPieces, type TextPiece } from "../pieces.ts";

/** A cell with something in it. */
export interface GridCell {
  /** From 0. */
  readonly column: number;
  readonly pieces: readonly TextPiece[];
}

export interface GridRow {
  /** From 1. */
  readonly number: number;
  readonly cells: readonly GridCell[];
}

/** Most places of a table of which nine in ten may be empty. */
const maxSparse = 10_000;

/**
 * The used cells of a sheet as a table with the letters of its columns and the numbers of its rows, so that each cell has its
 * address; as a list of addresses where almost all are empty. `empty` gives the piece of a cell that holds nothing.
 */
export function renderGrid(rows: readonly GridRow[], empty?: (ref: string) => TextPiece): TextPiece[] {
  const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort((a, b) => a - b);
  const filled = rows.reduce((sum, { cells }) => sum + cells.length, 0);
  const places = rows.length * columns.length;
  if (places > maxSparse && places > filled * 10) return renderList(rows);
  const head = `|  | ${columns.map(columnLetters).join(" | ")} |\n|${" --- |".repeat(columns.length + 1)}`;
  const at = new Map(columns.map((column, i) => [column, i]));
  const lines = rows.map(({ number, cells }) => {
    const line: (readonly TextPiece[])[] = new Array(columns.length);
    for (const { column, pieces } of cells) line[at.get(column)!] = pieces;
    const out: TextPiece[] = [markup(`| ${number} | `)];
    for (let i = 0; i < columns.length; i++) {
      if (i > 0) out.push(markup(" | "));
      const pieces = line[i];
      if (pieces) out.push(...escapeCell(pieces));
      else if (empty) out.push(empty(columnLetters(columns[i]!) + number));
    }
    out.push(markup(" |"));
    return out;
  });
  return joinPieces([[markup(head)], ...lines], "\n");
}

const renderList = (rows: readonly GridRow[]): TextPiece[] =>
  joinPieces(
    rows.flatMap(({ number, cells }) =>
      cells.map(({ column, pieces }) => [markup(`- ${columnLetters(column)}${number}: `), ...escapeCell(pieces)]),
    ),
    "\n",
  );

/** A cell is one line: breaks are `<br>`, and bars are escaped. */
const escapeCell = (pieces: readonly TextPiece[]): TextPiece[] =>
  replaceInPieces(pieces, /\r?\n|\||[\t\r]/g, (found) => (found === "|" ? "\\|" : found.includes("\n") ? "<br>" : " "));

/** What `escapeCell` wrote, as it was. */
export const unescapeCell = (text: string): string =>
  text.replace(/\\\||<br>/g, (found) => (found === "<br>" ? "\n" : "|"));

/** `A`, `B`, … `Z`, `AA`. From 0. */
export function columnLetters(column: number): string {
  let [rest, letters] = [column + 1, ""];
  for (; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** The column and row of an address such as `B12`; the column is from 0. */
export function parseRef(ref: string): { readonly column: number; readonly row: number } | undefined {
  const [, letters, row] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(ref) ?? [];
  if (!letters) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column: column - 1, row: Number(row) };
}
