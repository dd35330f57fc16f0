import { isExactNumber } from "../../table/exact-number.ts";
import type { Losses } from "../../table/losses.ts";
import { loadXlsx } from "../libraries.ts";

/** A workbook with one sheet. Numbers that a spreadsheet would round are text. */
export async function writeXlsx(
  rows: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[],
  losses: Losses,
): Promise<Uint8Array> {
  const { writeXlsx: write } = await loadXlsx();
  const last = rows.findLastIndex((row) => names.some((name) => row[name] !== undefined && row[name] !== null));
  if (last < rows.length - 1) losses.add("trailing rows without a value", { count: rows.length - 1 - last });
  const cells = rows.map((row) => names.map((name) => cellOf(row[name], losses)));
  return write({ sheets: [{ name: "Sheet1", rows: [[...names], ...cells] }] });
}

function cellOf(value: unknown, losses: Losses): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (isExactNumber(value)) {
    if (Number(value.rawJSON) === Number(Number(value.rawJSON).toPrecision(15)) && value.rawJSON.length < 16) {
      losses.add("the notation of numbers, such as trailing zeros", { example: value.rawJSON });
      return Number(value.rawJSON);
    }
    losses.add("numbers of more than 15 digits become text", { example: value.rawJSON });
    return value.rawJSON;
  }
  if (typeof value === "object") {
    losses.add("nested values are written as JSON text", { example: JSON.stringify(value) });
    return JSON.stringify(value);
  }
  return value as string | number | boolean;
}
