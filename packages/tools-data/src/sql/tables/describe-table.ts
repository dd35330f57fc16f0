import type { DuckDb } from "../engine/load-duckdb.ts";
import { type Engine, quoteName } from "../engine/open-engine.ts";
import { rowReader } from "../engine/read-rows.ts";
import type { TableSchema } from "../query-params.ts";
import type { HeldTable } from "./held-table.ts";

const samples = 3;

/** Columns, types, first rows and, if wanted, the number of rows of a table. */
export async function describeTable(
  { connection }: Engine,
  duckdb: DuckDb,
  { shown, place }: HeldTable,
  counts: boolean,
): Promise<TableSchema> {
  const name = place.map(quoteName).join(".");
  const result = await connection.run(`SELECT * FROM ${name} LIMIT ${samples}`);
  const reader = rowReader(result, duckdb);
  const chunks = await result.fetchAllChunks();
  const rows = chunks.flatMap((chunk) => reader.rows(chunk));
  if (!counts) return { name: shown, columns: [...reader.columns], rows };
  const count = await connection.runAndReadAll(`SELECT count(*) FROM ${name}`);
  return { name: shown, total: Number(count.getRowsJson()[0]?.[0]), columns: [...reader.columns], rows };
}
