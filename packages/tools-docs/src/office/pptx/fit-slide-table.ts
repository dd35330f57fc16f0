import { ToolError } from "@holdall/tool-core";
import { shareWidths } from "../../pdf/text/fit-table.ts";
import { longestRun, widthOf } from "../../pdf/text/fit-text.ts";
import { countLines, cutInlines, lengthUpTo, lineHeight, textOf } from "./measure.ts";
import { type Cells, checkCount } from "./slide.ts";

const inside = 4;
/** More letters than have room in a cell of half a slide. */
const maxCellLetters = 8_000;
/** Points between the words of a cell and its sides. */
export const insetOf = (size: number): number => Math.min(7, size * 0.45);

/** A table with the letters and columns it has on a slide, in points. */
export interface SlideTable {
  readonly size: number;
  readonly widths: readonly number[];
  readonly rows: readonly Cells[];
  readonly heights: readonly number[];
}

const sizes = [18, 16, 14, 12, 11, 10, 9, 8];
/** Words up to this width, in em, stay whole if any size has room for them; then shorter ones. */
const wholeWords = [14, 8, 4, 2];

/** Find the largest letters with which a table fits the width of a slide. Rows that are higher than `height` become several. */
export function fitSlideTable(rows: readonly Cells[], width: number, height: number): SlideTable {
  const texts = rows.map((row) => row.map(textOf));
  const columns = texts[0]?.length ?? 0;
  const most = (of: (cell: string) => number): number[] =>
    Array.from({ length: columns }, (_, at) =>
      texts.reduce((all, row, index) => Math.max(all, of(row[at] ?? "") * (index === 0 ? 1.12 : 1)), 0),
    );
  const natural = most((cell) => cell.split("\n").reduce((all, line) => Math.max(all, widthOf(line)), 0));
  const words = most(longestRun);
  for (const whole of wholeWords) {
    for (const size of sizes.slice(columns * rows.length > 60 ? 2 : rows.length > 8 ? 1 : 0)) {
      const shared = shareWidths(
        natural,
        words.map((each) => Math.min(each, whole)),
        width,
        { size, inset: insetOf(size) },
      );
      if (!shared) continue;
      const widths = shared.length > 0 ? [...shared] : spread(natural, width, size);
      // Many lines in every row are better read with smaller letters.
      const fitted = rows.flatMap((row) => splitRow(row, widths, size, height));
      const heights = fitted.map((row) => rowHeight(row, widths, size));
      const average = heights.reduce((sum, each) => sum + each, 0) / heights.length;
      if (size > 11 && average > size * lineHeight * 4) continue;
      return { size, widths, rows: fitted, heights };
    }
  }
  throw new ToolError("too_large", `A table of ${columns} columns does not fit a slide.`, {
    hint: "Give it fewer columns, or make several tables.",
    data: { columns },
  });
}

/** A table that has room is as wide as the slide, unless it is small. */
function spread(natural: readonly number[], width: number, size: number): number[] {
  const wanted = natural.map((each) => each * size + 2 * insetOf(size));
  const sum = wanted.reduce((all, each) => all + each, 0);
  const scale = Math.max(1, Math.min(width / sum, 2));
  return wanted.map((each) => each * scale);
}

const cellHeight = (cell: Cells[number], width: number, size: number): number =>
  lengthUpTo(cell, maxCellLetters) > maxCellLetters
    ? Number.POSITIVE_INFINITY
    : countLines(textOf(cell), size, Math.max(size, width - 2 * insetOf(size))) * size * lineHeight + 2 * inside;

const rowHeight = (row: Cells, widths: readonly number[], size: number): number =>
  Math.max(size * lineHeight + 2 * inside, ...row.map((cell, at) => cellHeight(cell, widths[at] ?? 1, size)));

/** The rest of cells that are too high is in the next row. */
function splitRow(row: Cells, widths: readonly number[], size: number, height: number): Cells[] {
  const rows: Cells[] = [];
  let left = row;
  while (rowHeight(left, widths, size) > height) {
    const parts = left.map((cell, at) => {
      const letters = Math.max(1, Math.floor((widths[at] ?? 1) / size));
      let limit = Math.min(maxCellLetters, lengthUpTo(cell, maxCellLetters));
      while (limit > 1 && cellHeight(cutInlines(cell, limit)[0], widths[at] ?? 1, size) > height)
        limit = Math.max(1, Math.min(limit - letters, Math.floor(limit * 0.8)));
      return cutInlines(cell, limit);
    });
    rows.push(parts.map(([first]) => first));
    checkCount(rows.length / 2);
    left = parts.map(([, rest]) => rest);
  }
  return [...rows, left];
}
