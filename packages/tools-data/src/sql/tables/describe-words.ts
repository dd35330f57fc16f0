import type { TableSchema } from "../query-params.ts";

const mostColumns = 60;
const mostText = 1_500;

/** A table on a line, and its rows. */
export function describeInWords({ name, total, estimate, columns, rows }: TableSchema): string {
  const names = columns.slice(0, mostColumns).map((column) => `${quoteIfNeeded(column.name)} ${column.type}`);
  const more = columns.length > mostColumns ? `, and ${columns.length - mostColumns} more columns` : "";
  const count = total !== undefined ? ` (${total} rows)` : estimate !== undefined ? ` (about ${estimate} rows)` : "";
  const shown = rows.map((row) => JSON.stringify(row)).join("\n");
  return `${name}${count}: ${names.join(", ")}${more}${shown === "" ? "" : `\n${shown.length > mostText ? `${shown.slice(0, mostText)}…` : shown}`}`;
}

const quoteIfNeeded = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
