import type { Engine } from "../engine/engine.ts";
import { quoteName } from "../engine/quote.ts";
import type { TableSchema } from "../query-params.ts";
import type { HeldTable } from "./held-table.ts";

const samples = 3;

/** Columns, types, first rows and, if wanted, the number of rows of a table. */
export async function describeTable(
  engine: Engine,
  { shown, place }: HeldTable,
  counts: boolean,
): Promise<TableSchema> {
  const name = place.map(quoteName).join(".");
  const stream = await engine.stream(`SELECT * FROM ${name} LIMIT ${samples}`);
  const rows: Record<string, unknown>[] = [];
  for (let chunk = await stream.next(); chunk; chunk = await stream.next()) rows.push(...chunk.rows());
  const described = { columns: [...stream.columns], rows };
  if (!counts) return { name: shown, ...described };
  const [row] = await engine.json(`SELECT count(*) FROM ${name}`);
  return { name: shown, total: Number(row?.[0]), ...described };
}
