import { parseExact } from "../../table/exact-number.ts";
import type { TableSchema } from "../query-params.ts";
import type { SqlStatements } from "./query-database.ts";

/** A table or view that the role can read. */
export interface FoundTable {
  readonly schema: string;
  readonly table: string;
  /** As a query writes it. */
  readonly name: string;
  readonly isView: boolean;
  readonly estimate: number | undefined;
  readonly columns: TableSchema["columns"];
}

/** Tables and columns that the role can read, by name, without those of the system. */
export async function findTables(
  session: SqlStatements,
  schemas: readonly string[] = ["public"],
): Promise<FoundTable[]> {
  const rows = await session.query<Record<string, string>>(
    `SELECT n.nspname::text AS schema, c.relname::text AS table, c.relkind::text AS kind, c.reltuples::bigint::text AS estimate,
       (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)::text
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
       AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
       AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
     ORDER BY n.nspname, c.relname LIMIT 5000`,
  );
  return rows.map(({ schema = "", table = "", kind, estimate, columns }) => ({
    schema,
    table,
    name: (schemas.includes(schema) ? [table] : [schema, table]).map(quoteIfNeeded).join("."),
    isView: kind === "v" || kind === "f",
    // Not known before the first ANALYZE.
    estimate: kind === "v" || Number(estimate) < 0 ? undefined : Number(estimate),
    columns: columns ? (JSON.parse(columns) as TableSchema["columns"]) : [],
  }));
}

/** Rows of a sample, and characters of one of them. */
const [samples, maxSample] = [3, 2_000];

/** The first rows of a table. None of a view, which may take long, and of what cannot be read. */
export async function firstRows(session: SqlStatements, { schema, table, isView }: FoundTable): Promise<unknown[]> {
  if (isView) return [];
  await session.query("SAVEPOINT sample");
  try {
    const rows = await session.query<{ row: string | null }>(
      `SELECT CASE WHEN length(r.j) <= ${maxSample} THEN r.j END AS row
       FROM (SELECT row_to_json(t)::text AS j FROM ${quote(schema)}.${quote(table)} AS t LIMIT ${samples}) AS r`,
    );
    return rows.flatMap(({ row }) => (row === null ? [] : [parseExact(row)]));
  } catch (error) {
    // Some of its columns may not be read, it was never filled, it is locked, or its policy is recursive.
    if (!/^(?:42501|55000|55P03|42P17)$/.test(String((error as { code?: unknown }).code))) throw error;
    await session.query("ROLLBACK TO SAVEPOINT sample");
    return [];
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoteIfNeeded = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quote(name));
