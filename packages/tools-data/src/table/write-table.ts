import { ToolError } from "@holdall/tool-core";
import type { Format } from "../formats/formats.ts";
import { documentFormat } from "../formats/open-document-format.ts";
import type { OutColumn, RowWriter, WriterOptions } from "../formats/tables/row-writer.ts";
import { csvWriter } from "../formats/tables/write-csv.ts";
import { jsonWriter } from "../formats/tables/write-json.ts";
import { markdownWriter } from "../formats/tables/write-markdown.ts";
import type { RowFilter } from "../query/row-filter.ts";
import { rowObject } from "./cell-value.ts";
import type { DataTable } from "./data-table.ts";
import { encodeText, type Losses, noteHalves } from "./losses.ts";
import { createOutputBuffer } from "./output-buffer.ts";

export interface WriteTableOptions extends WriterOptions {
  readonly to: Format;
  readonly test?: RowFilter | undefined;
  /** Called with the rows that were written. */
  readonly onRow?: (() => void) | undefined;
  readonly limit?: number | undefined;
}

/**
 * Write the rows of a table in another format, in pieces. CSV, TSV, JSON, JSON Lines and Markdown need only the memory of one
 * piece.
 */
export function writeTable(table: DataTable, options: WriteTableOptions): AsyncGenerator<Uint8Array> {
  const writer = writerFor(options);
  return writer ? writeRows(table, writer, options) : writeCollected(table, options);
}

function writerFor(options: WriteTableOptions): RowWriter | undefined {
  switch (options.to) {
    case "csv":
      return csvWriter(options);
    case "tsv":
      return csvWriter({ ...options, delimiter: options.delimiter ?? "\t" });
    case "json":
    case "jsonl":
      return jsonWriter(options, options.to === "json");
    case "markdown":
      return markdownWriter(options);
    default:
      return undefined;
  }
}

const pieceSize = 256 * 1024;

async function* writeRows(
  table: DataTable,
  writer: RowWriter,
  { test, onRow, limit = Number.POSITIVE_INFINITY }: WriteTableOptions,
): AsyncGenerator<Uint8Array> {
  const out = createOutputBuffer();
  let written = 0;
  writer.start(out);
  const steps = table.read((row) => {
    if (test && !test(row)) return undefined;
    if (written === limit) return false;
    written++;
    writer.row(row, out);
    onRow?.();
    return undefined;
  });
  for await (const _ of steps) if (out.length > pieceSize) yield out.take();
  writer.end(out);
  yield out.take();
}

const maxCollectedRows = 1_000_000;
const maxCollectedBytes = 128 * 1024 * 1024;

/** Formats that are made at once. */
async function* writeCollected(
  table: DataTable,
  { to, columns, isTyped, losses, test, onRow, limit = Number.POSITIVE_INFINITY }: WriteTableOptions,
): AsyncGenerator<Uint8Array> {
  const rows: Record<string, unknown>[] = [];
  let size = 0;
  const steps = table.read((row) => {
    if (test && !test(row)) return undefined;
    if (rows.length === limit) return false;
    for (const { index } of columns) size += row.ends[index]! - row.starts[index]!;
    if (rows.length === maxCollectedRows || size > maxCollectedBytes) throw tooManyRows(to);
    rows.push(rowObject(row, columns, isTyped));
    onRow?.();
    return undefined;
  });
  for await (const _ of steps);
  yield await encodeRows(rows, { to, columns, losses });
}

async function encodeRows(
  rows: readonly Record<string, unknown>[],
  { to, columns, losses }: { readonly to: Format; readonly columns: readonly OutColumn[]; readonly losses: Losses },
): Promise<Uint8Array> {
  const names = columns.map(({ name }) => name);
  if (to === "xlsx" || to === "parquet")
    for (const value of rows.flatMap((row) => Object.values(row)))
      if (typeof value === "string") noteHalves(value, losses);
  if (to === "xlsx") return (await import("../formats/tables/write-xlsx.ts")).writeXlsx(rows, names, losses);
  if (to === "parquet") return (await import("../formats/tables/write-parquet.ts")).writeParquet(rows, columns, losses);
  const value = to === "xml" ? { rows: { row: rows } } : rows;
  return encodeText((await documentFormat(to)).write(value, losses), losses);
}

const tooManyRows = (to: Format): ToolError =>
  new ToolError(
    "too_large",
    `${to} is built in memory, and there are more than ${maxCollectedRows} rows or 128 MiB of cells.`,
    {
      hint: "Choose csv or jsonl, which are written at any size, or filter the rows first.",
    },
  );
