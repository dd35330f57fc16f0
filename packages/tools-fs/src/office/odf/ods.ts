import { attribute, below, elements, textOf, type XmlElement } from "../container/xml.ts";
import { hasText, joinPieces, markup, piecesText, type TextPiece, trimPieces } from "../pieces.ts";
import { columnLetters, type GridRow, renderGrid } from "../sheets/grid.ts";
import { inline, type OdfContext } from "./odf-text.ts";

/** Times that a row or a cell with text is repeated at most, cells of a sheet, and characters of all of them. */
const maxRepeated = 1_000;
const maxCells = 400_000;
const maxChars = 24_000_000;

/** The used cells of a sheet, its formulas and comments. */
export function sheetPieces(sheet: XmlElement, ctx: OdfContext): TextPiece[] {
  const rows: GridRow[] = [];
  const formulas: TextPiece[][] = [];
  const comments: TextPiece[][] = [];
  let [number, cells, chars, leftOut] = [1, 0, 0, 0];
  for (const row of below(sheet, "table-row")) {
    const times = repeated(row, "number-rows-repeated");
    const found = cellsOf(row, number, ctx, formulas, comments);
    if (found.length > 0) {
      const shown = Math.min(times, maxRepeated);
      leftOut += (times - shown) * found.length;
      const length = found.reduce((sum, { pieces }) => sum + piecesText(pieces).length, 0);
      for (let i = 0; i < shown; i++) {
        cells += found.length;
        chars += length;
        if (cells > maxCells || chars > maxChars) leftOut += found.length;
        else rows.push({ number: number + i, cells: found });
      }
    }
    number += times;
  }
  const blocks: TextPiece[][] = rows.length > 0 ? [renderGrid(rows)] : [];
  if (leftOut > 0) blocks.push([markup(`(${leftOut} more cells are not shown: the sheet is too large.)`)]);
  if (formulas.length > 0) blocks.push(joinPieces([[markup("Formulas:")], ...formulas], "\n"));
  if (comments.length > 0) blocks.push(joinPieces([[markup("Comments:")], ...comments], "\n"));
  return joinPieces(blocks, "\n\n");
}

const repeated = (element: XmlElement, name: string): number => Math.max(1, Number(attribute(element, name) ?? 1) || 1);

function cellsOf(row: XmlElement, number: number, ctx: OdfContext, formulas: TextPiece[][], comments: TextPiece[][]) {
  const cells: { column: number; pieces: readonly TextPiece[] }[] = [];
  let column = 0;
  for (const cell of elements(row)) {
    if (cell.tag !== "table-cell" && cell.tag !== "covered-table-cell") continue;
    const times = repeated(cell, "number-columns-repeated");
    const paragraphs = [...elements(cell)].filter(({ tag }) => tag === "p");
    const pieces = trimPieces(
      joinPieces(
        paragraphs.map((each) => inline(each, ctx, [])),
        "\n",
      ),
    );
    const ref = `${columnLetters(column)}${number}`;
    const formula = attribute(cell, "formula");
    if (formula) formulas.push([markup(`- ${ref}: ${formula.replace(/^(?:of|oooc|msoxl):/, "")}`)]);
    for (const comment of below(cell, "annotation"))
      comments.push([markup(`- ${ref}: ${[...below(comment, "p")].map(textOf).join(" ")}`)]);
    if (hasText(pieces))
      for (let i = 0; i < Math.min(times, maxRepeated); i++) cells.push({ column: column + i, pieces });
    column += times;
  }
  return cells;
}
