import { type Backend, type ToolContext, ToolError } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { maxAnswer } from "../source/deliver.ts";
import type { Engine } from "./engine/engine.ts";
import { jsonLines, readPage } from "./engine/read-rows.ts";
import type { QueryDataInput, QueryDataOutput } from "./query-params.ts";
import type { SqlLimits } from "./sql-limits.ts";
import { describeTable } from "./tables/describe-table.ts";
import type { HeldTable } from "./tables/held-table.ts";
import type { Tables } from "./tables/resolve-tables.ts";
import { lossNotes, writeRows } from "./write-rows.ts";

/** What an answer without a query says: the tables, their columns and first rows. */
export async function listTables(
  engine: Engine,
  all: readonly HeldTable[],
  { notes, losses }: Tables,
): Promise<QueryDataOutput> {
  if (all.length === 0)
    throw new ToolError("invalid_input", "There is neither a query nor a file.", {
      hint: 'Give `sql`, such as SELECT * FROM \'sales.csv\', or `files`, such as {"s": "sales.csv"}, to see their tables and columns.',
    });
  const tables = [];
  for (const table of all.slice(0, 100)) tables.push(await describeTable(engine, table, true));
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
  readonly tables: Tables;
  readonly backend: Backend;
  readonly limits: SqlLimits;
  readonly ctx: ToolContext;
  readonly isOrdered: boolean;
}

/** Run a query, and give a page of its rows or write all of them to a file. */
export async function answer(call: QueryDataInput, { sql, engine, tables, backend, limits, ctx, isOrdered }: Answer) {
  const { limit = 100, offset = 0, output_path } = call;
  const { rows: maxRows = 10_000_000 } = limits;
  const stream = await engine.stream(sql);
  const columns = [...stream.columns];
  const notes = () => [...new Set([...tables.notes, ...lossNotes(tables.losses)])];
  if (output_path === undefined) {
    const maxText = ctx.inProgram ? Number.POSITIVE_INFINITY : maxAnswer;
    const page = await readPage(stream, { limit, offset, maxText, maxRows });
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
  let total = 0;
  const onRows = (count: number) => {
    total += count;
  };
  const lines = () => jsonLines(stream, { maxRows, onRows });
  const written = await writeRows(call, output_path, { lines, out: stream.out, backend, ctx });
  const { path, version, bytes } = written;
  return {
    total,
    columns,
    rows: [],
    offset: 0,
    path,
    version,
    bytes,
    notes: [...notes(), ...written.notes],
  };
}
