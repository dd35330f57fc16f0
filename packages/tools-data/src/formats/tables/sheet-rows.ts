import type { Cell, Sheet } from "hucre/xlsx";
import type { Losses } from "../../table/losses.ts";

export type CellData = string | number | boolean | null;

/** The cells of a sheet as values of JSON. Days, times and lengths of time are text in the spelling of ISO 8601, without a zone. */
export function sheetRows({ rows, cells, merges = [] }: Sheet, losses: Losses): CellData[][] {
  if (merges.length > 0) losses.add("merged cells: the value stands in the first cell only", { count: merges.length });
  for (const [place, { formula, value }] of cells ?? [])
    if (formula !== undefined && (value === null || value === undefined))
      losses.add("formulas without a stored value are empty; open and save the file in a spreadsheet", {
        example: `=${formula}`,
        line: Number(place.split(",")[0]) + 1,
      });
  return rows.map((row, y) =>
    row.map((value, x): CellData => {
      if (value instanceof Date) return timeText(value, formatOf(cells?.get(`${y},${x}`)));
      return value === undefined ? null : (value as CellData);
    }),
  );
}

const formatOf = (cell: Cell | undefined): string | undefined => cell?.style?.numFmt;

const day = 86_400_000;
/** The day before the first day of a workbook; after February 1900, which Excel gives 29 days, it is a day later. */
const epoch = Date.UTC(1899, 11, 31);

/** What a date of a workbook says, given the format in which it is shown. */
function timeText(date: Date, format: string | undefined): string {
  if (Number.isNaN(date.getTime())) return String(date);
  // Literal text and conditions say nothing of the parts; elapsed time is in brackets.
  const parts = (format ?? "").toLowerCase().replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/g, "");
  const iso = date.toISOString().replace(/\.000Z$|Z$/, "");
  if (/\[[hms]+\]/.test(parts)) return elapsedText(date);
  const isTime = parts === "" ? date.getTime() < epoch + day : /[hs]/.test(parts) && !/[yd]/.test(parts);
  if (isTime) return iso.slice(11);
  return iso.replace(/T00:00:00$/, "");
}

/** Hours, minutes and seconds, more than 24 hours included. */
function elapsedText(date: Date): string {
  const serial = date.getTime() - epoch;
  const seconds = Math.round((serial >= 60 * day ? serial + day : serial) / 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
