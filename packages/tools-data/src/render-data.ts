import { showPath } from "@holdall/tool-kit/file-tools";
import type { AggregateDataOutput } from "./aggregate/aggregate-params.ts";
import type { ConvertFormatOutput } from "./convert/convert-params.ts";
import type { FilterDataOutput } from "./query/filter-params.ts";

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The result of a conversion, its losses, and the text if there is no file. */
export function renderConverted(output: ConvertFormatOutput): string {
  const { from, to, rows, columns, bytes, path, text, truncated, losses, notes } = output;
  const count = rows === undefined ? "" : `, ${plural(rows, "row")} of ${plural(columns?.length ?? 0, "column")}`;
  const head =
    path === undefined ? `${from} as ${to}${count}:` : `Wrote ${path}: ${from} as ${to}${count}, ${bytes} bytes.`;
  const types =
    columns && path !== undefined
      ? [`Columns: ${columns.map(({ name, type }) => `${showPath(name)} (${type})`).join(", ")}`]
      : [];
  return [
    head,
    ...types,
    ...lossLines(losses),
    ...notes,
    ...(text === undefined ? [] : [text.trimEnd()]),
    ...cut(truncated, bytes),
  ].join("\n");
}

export function renderFiltered(output: FilterDataOutput): string {
  const { matches, shown, offset, scanned, values, path, bytes, truncated, losses, notes } = output;
  const of = scanned === undefined ? "" : ` in ${scanned} row${scanned === 1 ? "" : "s"}`;
  const found = `${matches} match${matches === 1 ? "" : "es"}${of}`;
  if (path !== undefined)
    return [`Wrote ${path}: ${found}, ${bytes} bytes.`, ...lossLines(losses), ...notes].join("\n");
  const lines = (values ?? []).map((value) => JSON.stringify(value));
  const range = shown === matches ? "" : `; ${offset + 1} to ${offset + shown} follow`;
  const more = truncated
    ? [`There are more: call again with offset ${offset + shown}, or write all of them with output_path.`]
    : [];
  return [`${found}${matches === 0 ? "." : `${range}:`}`, ...lossLines(losses), ...notes, ...lines, ...more].join("\n");
}

export function renderAggregated(output: AggregateDataOutput): string {
  const { groups, scanned, used, skipped, exact, path, truncated, notes } = output;
  const rows = output.rows as Readonly<Record<string, unknown>>[];
  const from = used === scanned ? plural(scanned, "row") : `${used} of ${plural(scanned, "row")}`;
  const head = `${groups} ${groups === 1 ? "group" : "groups"} of ${from}${path === undefined ? "" : `, written to ${path}`}.`;
  const told = skipped.map(
    ({ column, cells, examples }) =>
      `${cells} ${cells === 1 ? "cell of" : "cells of"} ${column} ${cells === 1 ? "is not a number and was" : "are not numbers and were"} skipped, such as ${examples.map(({ line, value }) => `${JSON.stringify(value)} on line ${line}`).join(", ")}.`,
  );
  const names = Object.keys(rows[0] ?? {});
  const table =
    rows.length === 0
      ? []
      : [names.join("\t"), ...rows.map((row) => names.map((name) => textOf(row[name])).join("\t"))];
  return [
    head,
    ...told,
    ...(exact ? [] : ["Sums or means with exponents, and standard deviations, are rounded."]),
    ...notes,
    ...table,
    ...(truncated
      ? [`${groups - rows.length} more groups are not shown; raise limit, or write all with output_path.`]
      : []),
  ].join("\n");
}

const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value.replace(/[\t\r\n]/g, " ")
    : value === null || value === undefined
      ? ""
      : JSON.stringify(value);

const lossLines = (losses: ConvertFormatOutput["losses"]): string[] =>
  losses.map(
    ({ what, count, example, line }) =>
      `Lost: ${what}${count > 1 ? ` (${count} times)` : ""}${line === undefined ? "" : `, first on line ${line}`}${example === undefined ? "" : `, such as ${JSON.stringify(example)}`}.`,
  );

const cut = (truncated: boolean, bytes: number): string[] =>
  truncated ? [`This is the beginning of ${bytes} bytes; set output_path to write all of it to a file.`] : [];
