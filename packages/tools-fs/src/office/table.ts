import { joinPieces, markup, replaceInPieces, type TextPiece, trimPieces } from "./pieces.ts";

/** Columns of a table at most; cells beyond are joined to the last. */
const maxColumns = 200;

/** A Markdown table whose first row is its head. Breaks in cells are `<br>`, and bars are escaped. */
export function renderTable(rows: readonly (readonly (readonly TextPiece[])[])[]): TextPiece[] {
  const width = Math.min(maxColumns, Math.max(1, ...rows.map((row) => row.length)));
  const lines = rows.map((row) => {
    const rest = row.length > width ? [joinPieces(row.slice(width - 1), " ")] : row.slice(width - 1, width);
    const cells = Array.from({ length: width }, (_, i) => cell((i === width - 1 ? rest[0] : row[i]) ?? []));
    return [markup("| "), ...joinPieces(cells, " | "), markup(" |")];
  });
  const [head = [], ...rest] = lines;
  return joinPieces([head, [markup(`|${" --- |".repeat(width)}`)], ...rest], "\n");
}

const cell = (pieces: readonly TextPiece[]): TextPiece[] =>
  replaceInPieces(trimPieces(pieces), /\r?\n|\||[\t\r]/g, (found) =>
    found === "|" ? "\\|" : found.includes("\n") ? "<br>" : " ",
  );
