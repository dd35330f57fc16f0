import { showPath } from "@holdall/tool-kit/file-tools";
import type { QueryDataOutput } from "./sql/query-params.ts";
import { describeInWords } from "./sql/tables/describe-words.ts";

/** Rows as a table with types, and how to go on. */
export function renderQueried(output: QueryDataOutput): string {
  const { total, columns, offset, next_offset, path, bytes, tables, notes } = output;
  if (tables) {
    const more = next_offset === undefined ? [] : [`There are more: call again with offset ${next_offset}.`];
    return [`${count(total, "table")}:`, ...notes, ...tables.map(describeInWords), ...more].join("\n");
  }
  const types = columns.map(({ name, type }) => `${showPath(name)} ${type}`).join(", ");
  if (path !== undefined)
    return [`Wrote ${path}: ${count(total, "row")}, ${bytes} bytes.`, `Columns: ${types}`, ...notes].join("\n");
  const rows = output.rows as Readonly<Record<string, unknown>>[];
  const range = rows.length === total ? "" : `; ${offset + 1} to ${offset + rows.length} follow`;
  return [
    `${count(total, "row")}${range}. Columns: ${types}`,
    ...notes,
    ...(rows.length === 0 ? [] : [columns.map(({ name }) => cellText(name)).join("\t")]),
    ...rows.map((row) => columns.map(({ name }) => cellText(row[name])).join("\t")),
    ...(next_offset === undefined
      ? []
      : [`There are more: call again with offset ${next_offset}, or write all of them with output_path.`]),
  ].join("\n");
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** NULL and an empty text are not the same. */
const cellText = (value: unknown): string =>
  value === null || value === undefined
    ? "NULL"
    : typeof value === "string"
      ? value.replace(/[\t\r\n]/g, " ")
      : JSON.stringify(value);
