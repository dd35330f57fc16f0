import { isRightToLeft } from "../../document/inlines.ts";
import { type Block, plainText } from "../../document/node.ts";
import { fitTable, type TableFit } from "../../pdf/text/fit-table.ts";
import { widthOf } from "../../pdf/text/fit-text.ts";
import { type BlockPosition, type DocxContext, textHeight, textWidth, twips } from "./context.ts";
import { writeRuns } from "./runs.ts";
import { gap, section } from "./section.ts";

/** Points of letters in tables, as the style has them. */
const usual = 10.5;

/** A table as wide as its words need, in smaller letters or on a turned page where they need more than there is. */
export function writeTable(block: Block & { t: "table" }, place: BlockPosition, ctx: DocxContext): string {
  const texts = [block.head, ...block.rows].map((row) => row.map(cellText));
  const upright = textWidth(ctx.page) - place.indent;
  const isOutside = place.indent === 0;
  const fit = fitTable(texts, { upright, ...(isOutside && { turned: textHeight(ctx.page) }) });
  const room = fit.isTurned ? textHeight(ctx.page) : upright;
  const table = tableXml(block, fit, fit.widths ?? naturalWidths(texts, fit, room), place, ctx);
  if (!fit.isTurned) return table + gap;
  return `${section(ctx.page, false)}${table}${section(ctx.page, true)}`;
}

const cellText = (cell: Parameters<typeof plainText>[0]): string =>
  cell.map((each) => (each.t === "break" ? "\n" : plainText([each]))).join("");

/** Columns as wide as they want; a table that nearly fills its room fills it. */
function naturalWidths(rows: readonly (readonly string[])[], { size, inset }: TableFit, room: number): number[] {
  const widths = (rows[0] ?? []).map((_, column) => {
    const widest = rows.reduce((most, row, at) => {
      const lines = (row[column] ?? "").split("\n");
      return Math.max(most, ...lines.map((line) => widthOf(line) * (at === 0 ? 1.12 : 1)));
    }, 1);
    return widest * size + 2 * inset;
  });
  const sum = widths.reduce((all, width) => all + width, 0);
  const scale = sum > room * 0.6 ? room / sum : Math.min(1.25, (room * 0.6) / sum);
  return widths.map((width) => width * Math.max(1, scale));
}

function tableXml(
  { align, head, rows }: Block & { t: "table" },
  { size, inset }: TableFit,
  widths: readonly number[],
  place: BlockPosition,
  ctx: DocxContext,
): string {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const margin = (side: string): string => `<w:${side} w:w="${twips(inset)}" w:type="dxa"/>`;
  const cell = (inlines: (typeof head)[number], column: number): string => {
    const width = widths[column] ?? 0;
    const side = align[column];
    const paragraph = [
      '<w:pStyle w:val="TableText"/>',
      isRightToLeft(inlines) && "<w:bidi/>",
      side && side !== "left" && `<w:jc w:val="${side}"/>`,
    ];
    const room = { width: width - 2 * inset, height: textHeight(ctx.page) / 2 };
    const runs = writeRuns(inlines, room, ctx, size === usual ? {} : { size });
    return `<w:tc><w:tcPr><w:tcW w:w="${twips(width)}" w:type="dxa"/></w:tcPr><w:p><w:pPr>${paragraph.filter(Boolean).join("")}</w:pPr>${runs}</w:p></w:tc>`;
  };
  const row = (cells: typeof head, isHead: boolean): string =>
    `<w:tr><w:trPr><w:cantSplit/>${isHead ? "<w:tblHeader/>" : ""}</w:trPr>${cells.map(cell).join("")}</w:tr>`;
  return [
    '<w:tbl><w:tblPr><w:tblStyle w:val="ReportTable"/>',
    `<w:tblW w:w="${twips(total)}" w:type="dxa"/>`,
    place.indent > 0 && `<w:tblInd w:w="${twips(place.indent)}" w:type="dxa"/>`,
    '<w:tblLayout w:type="fixed"/>',
    `<w:tblCellMar>${margin("left")}${margin("right")}</w:tblCellMar>`,
    '<w:tblLook w:val="0420" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/>',
    "</w:tblPr>",
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${twips(width)}"/>`).join("")}</w:tblGrid>`,
    row(head, true),
    ...rows.map((cells) => row(cells, false)),
    "</w:tbl>",
  ]
    .filter(Boolean)
    .join("");
}
