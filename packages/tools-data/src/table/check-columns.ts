import { ToolError } from "@holdall/tool-core";

/** Throws `not_found` for the first name that is not a column, and lists the columns. */
export function checkColumns(source: string, wanted: readonly string[], columns: readonly string[]): void {
  const missing = wanted.find((name) => !columns.includes(name));
  if (missing !== undefined) throw noColumn(source, missing, columns);
}

export const noColumn = (source: string, name: string, columns: readonly string[], more = ""): ToolError =>
  new ToolError("not_found", `${source} has no column ${JSON.stringify(name.slice(0, 80))}${more}.`, {
    hint: hintOf(columns),
    data: { column: name.slice(0, 80) },
  });

const most = 50;

export function hintOf(columns: readonly string[]): string {
  const names = columns.slice(0, most).map((name) => JSON.stringify(name));
  const rest = columns.length > most ? `, and ${columns.length - most} more` : "";
  return columns.length === 0 ? "It has no columns." : `Its columns are ${names.join(", ")}${rest}.`;
}
