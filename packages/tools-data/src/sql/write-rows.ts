import { type Backend, type ToolContext, toPath } from "@holdall/tool-core";
import { documentFormat, isDocumentFormat } from "../formats/open-document-format.ts";
import type { OutColumn } from "../formats/tables/row-writer.ts";
import { deliver } from "../source/deliver.ts";
import { outputFormat } from "../source/input-params.ts";
import { jsonTable } from "../table/data-table.ts";
import { parseExact } from "../table/exact-number.ts";
import { createLosses, encodeText } from "../table/losses.ts";
import { writeTable } from "../table/write-table.ts";
import type { QueryDataInput } from "./query-params.ts";

interface WrittenRows {
  /** The rows as JSON Lines; read once. */
  lines(): AsyncGenerator<Uint8Array>;
  readonly out: readonly OutColumn[];
  readonly backend: Backend;
  readonly ctx: ToolContext;
}

/** Write the rows of a result to a file, in the format that is asked for. */
export async function writeRows(
  { to: format, overwrite = false }: QueryDataInput,
  output: string,
  { lines, out, backend, ctx }: WrittenRows,
) {
  const to = outputFormat(format, output, "csv");
  const losses = createLosses(false);
  const table = jsonTable({ name: "The result", chunks: lines }, { wanted: out.map(({ name }) => name) });
  const chunks =
    isDocumentFormat(to) && to !== "json"
      ? asDocument(lines(), to, losses)
      : writeTable(table, { to, columns: out, isTyped: true, losses });
  const delivered = await deliver(chunks, {
    backend,
    output,
    overwrite,
    isText: to !== "xlsx" && to !== "parquet",
    cwd: ctx.cwd,
    signal: ctx.signal,
  });
  const { path = toPath(output, ctx.cwd), version, bytes } = delivered;
  return { path, version, bytes, notes: lossNotes(losses) };
}

async function* asDocument(
  lines: AsyncIterable<Uint8Array>,
  to: Parameters<typeof documentFormat>[0],
  losses: ReturnType<typeof createLosses>,
): AsyncGenerator<Uint8Array> {
  const rows: unknown[] = [];
  for await (const chunk of lines)
    for (const line of new TextDecoder().decode(chunk).split("\n")) if (line !== "") rows.push(parseExact(line));
  yield encodeText((await documentFormat(to)).write(to === "xml" ? { rows: { row: rows } } : rows, losses), losses);
}

/** What could not be written, in words. */
export const lossNotes = (losses: ReturnType<typeof createLosses>): string[] =>
  losses.all.map(({ what, example }) => `Left out: ${what}${example === undefined ? "" : `, such as ${example}`}.`);
