import { nearest } from "@holdall/tool-core";
import type { XType } from "./chart.ts";
import { chartError, quoted } from "./chart-error.ts";
import type { Row } from "./chart-options.ts";

/** The column that a name means: as it is written, or in another case. Throws `invalid_input` with the nearest names. */
export function columnOf(name: string, columns: readonly string[], what: string): string {
  const found = columns.find((each) => each === name) ?? columns.find((each) => plain(each) === plain(name));
  if (found !== undefined) return found;
  const near = nearest(name, columns, 1);
  const all = columns.slice(0, 20).map(quoted).join(", ");
  throw chartError(
    `${what}: the rows have no column ${quoted(name)}.`,
    `${near[0] === undefined ? "" : `Is it ${quoted(near[0])}? `}The columns are ${all}${columns.length > 20 ? ", …" : ""}.`,
  );
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, "");

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A number, or text that is one; null for an empty cell, undefined for anything else. */
export function numberOf(value: unknown): number | null | undefined {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || !numeric.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The value of `y` in a row. */
export function numberIn(row: Row, column: string, at: number): number | null {
  const number = numberOf(row[column]);
  if (number !== undefined) return number;
  throw chartError(
    `Row ${at + 1}: ${quoted(column)} is ${quoted(typeof row[column] === "object" ? JSON.stringify(row[column]) : row[column])}, which is not a number.`,
    "Send plain numbers such as 1234.5, and null for a value that is missing; the unit belongs in y_label.",
  );
}

const date = /^\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** Milliseconds of an ISO date or time, in UTC where it names no zone. */
export function dateOf(value: unknown): number | undefined {
  if (typeof value !== "string" || !date.test(value.trim())) return undefined;
  const text = value.trim().replace(" ", "T");
  const time = Date.parse(/T[^Z+-]*$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** Numbers where all values are numbers, dates where all are dates, categories otherwise. */
export function typeOf(values: readonly unknown[]): XType {
  const given = values.filter((value) => numberOf(value) !== null);
  if (given.length === 0) return "category";
  if (given.every((value) => numberOf(value) !== undefined)) return "number";
  return given.every((value) => dateOf(value) !== undefined) ? "date" : "category";
}

/** Text without what XML cannot have, on one line. */
export const textOf = (value: unknown): string =>
  (value === null || value === undefined || value === ""
    ? "(empty)"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value)
  )
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, " ");

export const formatNumber = (value: number): string =>
  Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-4)
    ? value.toExponential(2)
    : value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 1 ? 4 : 2 });
