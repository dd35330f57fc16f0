import { showPath } from "@holdall/tool-kit/file-tools";
import type { AggregateDataOutput } from "./aggregate/aggregate-params.ts";
import type { ConvertFormatOutput } from "./convert/convert-params.ts";
import type { FilterDataOutput } from "./query/filter-params.ts";

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The result of a conversion, its losses, and the text if there is no file. */
export function renderConverted(output: ConvertFormatOutput): string {
  const { from, to, total: rows, columns, bytes, path, text, left_out, losses, notes } = output;
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
    ...(left_out ? [`This is the beginning of ${bytes} bytes; set output_path to write all of it to a file.`] : []),
  ].join("\n");
}

export function renderFiltered(output: FilterDataOutput): string {
  const { total, offset, next_offset, scanned, values = [], path, bytes, losses, notes } = output;
  const of = scanned === undefined ? "" : ` in ${scanned} row${scanned === 1 ? "" : "s"}`;
  const found = `${total} match${total === 1 ? "" : "es"}${of}`;
  if (path !== undefined)
    return [`Wrote ${path}: ${found}, ${bytes} bytes.`, ...lossLines(losses), ...notes].join("\n");
  const lines = values.map((value) => JSON.stringify(value));
  const range = values.length === total ? "" : `; ${offset + 1} to ${offset + values.length} follow`;
  const more =
    next_offset === undefined
      ? []
      : [`There are more: call again with offset ${next_offset}, or write all of them with output_path.`];
  return [`${found}${total === 0 ? "." : `${range}:`}`, ...lossLines(losses), ...notes, ...lines, ...more].join("\n");
}

export function renderAggregated(output: AggregateDataOutput): string {
  const { total, scanned, used, not_numbers, left_out, exact, path, notes } = output;
  const rows = output.rows as Readonly<Record<string, unknown>>[];
  const from = used === scanned ? plural(scanned, "row") : `${used} of ${plural(scanned, "row")}`;
  const head = `${total} ${total === 1 ? "group" : "groups"} of ${from}${path === undefined ? "" : `, written to ${path}`}.`;
  const told = not_numbers.map(
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
    ...(left_out?.beyond_limit
      ? [`${left_out.beyond_limit} more groups are not shown; raise limit, or write all with output_path.`]
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
