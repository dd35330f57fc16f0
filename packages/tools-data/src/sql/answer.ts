import { type Backend, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { documentFormat, isDocumentFormat } from "../formats/open-document-format.ts";
import { deliver, maxAnswer } from "../source/deliver.ts";
import { outputFormat } from "../source/input-params.ts";
import { jsonTable } from "../table/data-table.ts";
import { parseExact } from "../table/exact-number.ts";
import { createLosses, encodeText } from "../table/losses.ts";
import { writeTable } from "../table/write-table.ts";
import type { DuckDb } from "./engine/load-duckdb.ts";
import type { Engine } from "./engine/open-engine.ts";
import { jsonLines, readPage, rowReader } from "./engine/read-rows.ts";
import type { QueryDataInput, QueryDataOutput } from "./query-params.ts";
import type { SqlLimits } from "./sql-limits.ts";
import { describeTable } from "./tables/describe-table.ts";
import type { HeldTable } from "./tables/held-table.ts";
import type { Tables } from "./tables/resolve-tables.ts";

/** What an answer without a query says: the tables, their columns and first rows. */
export async function listTables(
  engine: Engine,
  duckdb: DuckDb,
  all: readonly HeldTable[],
  { notes, losses }: Tables,
): Promise<QueryDataOutput> {
  if (all.length === 0)
    throw new ToolError("invalid_input", "There is neither a query nor a file.", {
      hint: 'Give `sql`, such as SELECT * FROM \'sales.csv\', or `files`, such as {"s": "sales.csv"}, to see their tables and columns.',
    });
  const tables = [];
  for (const table of all.slice(0, 100)) tables.push(await describeTable(engine, duckdb, table, true));
  return {
    total: all.length,
    columns: [],
    rows: [],
    offset: 0,
    ...leftOut({ beyond_limit: all.length - tables.length }),
    tables,
    notes: [...notes, ...lossNotes(losses)],
  };
}

export interface Answer {
  readonly sql: string;
  readonly engine: Engine;
  readonly duckdb: DuckDb;
  readonly tables: Tables;
  readonly backend: Backend;
  readonly limits: SqlLimits;
  readonly ctx: ToolContext;
  readonly isOrdered: boolean;
}

/** Run a query, and give a page of its rows or write all of them to a file. */
export async function answer(
  call: QueryDataInput,
  { sql, engine, duckdb, tables, backend, limits, ctx, isOrdered }: Answer,
) {
  const { limit = 100, offset = 0, output_path } = call;
  const { rows: maxRows = 10_000_000 } = limits;
  const result = await engine.connection.stream(sql);
  const reader = rowReader(result, duckdb);
  const columns = [...reader.columns];
  const notes = () => [...new Set([...tables.notes, ...lossNotes(tables.losses)])];
  if (output_path === undefined) {
    const maxText = ctx.inProgram ? Number.POSITIVE_INFINITY : maxAnswer;
    const page = await readPage(result, reader, { limit, offset, maxText, maxRows });
    const next = offset + page.rows.length;
    const isMore = next < page.total && page.rows.length > 0;
    const unordered = isMore && !isOrdered ? ["Without ORDER BY, another page may have rows of this one."] : [];
    return {
      total: page.total,
      columns,
      rows: [...page.rows],
      offset,
      ...(isMore && { next_offset: next }),
      ...leftOut({ beyond_limit: isMore ? page.total - next : 0 }),
      notes: [...notes(), ...unordered],
    };
  }
  const to = outputFormat(call.to, output_path, "csv");
  const losses = createLosses(false);
  let total = 0;
  const onRows = (count: number) => {
    total += count;
  };
  const lines = () => jsonLines(result, reader, { maxRows, onRows });
  const table = jsonTable({ name: "The result", chunks: lines }, { wanted: columns.map(({ name }) => name) });
  const chunks =
    isDocumentFormat(to) && to !== "json"
      ? asDocument(lines(), to, losses)
      : writeTable(table, { to, columns: reader.out, isTyped: true, losses });
  const delivered = await deliver(chunks, {
    backend,
    output: output_path,
    overwrite: call.overwrite ?? false,
    isText: to !== "xlsx" && to !== "parquet",
    cwd: ctx.cwd,
    signal: ctx.signal,
  });
  const { path = toPath(output_path, ctx.cwd), version, bytes } = delivered;
  return {
    total,
    columns,
    rows: [],
    offset: 0,
    path,
    version,
    bytes,
    notes: [...notes(), ...lossNotes(losses)],
  };
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

const lossNotes = (losses: ReturnType<typeof createLosses>): string[] =>
  losses.all.map(({ what, example }) => `Left out: ${what}${example === undefined ? "" : `, such as ${example}`}.`);
