import { ToolError } from "@holdall/tool-core";
import type { OutColumn } from "../../formats/tables/row-writer.ts";
import { parseExact } from "../../table/exact-number.ts";
import type { QueryDataOutput } from "../query-params.ts";
import type { SqlStatements } from "./query-database.ts";

/** A query whose columns are known. */
export interface KnownResult {
  readonly columns: QueryDataOutput["columns"];
  readonly out: readonly OutColumn[];
  /** Its rows, a few at a time, so that memory is bounded. */
  rows(range: { readonly limit: number; readonly offset: number }): AsyncGenerator<Record<string, unknown>[]>;
  /** How many rows there are, counted up to `most`. */
  count(most: number): Promise<number>;
}

/** Rows that are fetched at once, and characters of one. */
const [batch, maxRow] = [100, 250_000];

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Find out the columns of a query without running it. */
export async function knowResult(session: SqlStatements, sql: string): Promise<KnownResult> {
  const from = (columns: readonly string[]) =>
    `(\n${sql}\n) AS q${columns.length > 0 ? `(${columns.map(quote).join(", ")})` : ""}`;
  // A parameter makes drivers use the extended protocol, in which the server itself refuses several statements.
  const [probe] = await session.query<{ names: string }>(
    `SELECT row_to_json(r)::text AS names FROM (SELECT q.* FROM (SELECT 1 WHERE $1::int = 1) AS one LEFT JOIN ${from([])} ON false) AS r`,
    [1],
  );
  const names = distinct(
    [...(probe?.names ?? "").matchAll(/("(?:[^"\\]|\\.)*"):null/g)].map(([, text]) => JSON.parse(text!) as string),
  );
  if (names.length === 0)
    throw new ToolError("invalid_input", "The query has no columns.", {
      hint: "Name columns after SELECT, or write *.",
    });
  const places = names.map((_, i) => `c${i}`);
  const [found = {}] = await session.query<Record<string, string>>(
    `SELECT ${places.map((place) => `pg_typeof(q.${place})::text AS ${place}`).join(", ")} FROM (SELECT 1 WHERE $1::int = 1) AS one LEFT JOIN ${from(places)} ON false`,
    [1],
  );
  const columns = names.map((name, i) => ({ name, type: found[places[i]!] ?? "unknown" }));
  return {
    columns,
    out: columns.map(({ name, type }, index) => ({ name, index, type: kindOf(type) })),
    async *rows({ limit, offset }) {
      await session.query(
        `DECLARE holdall_rows NO SCROLL CURSOR FOR SELECT length(r.j) AS n, CASE WHEN length(r.j) <= $1::int THEN r.j END AS row
         FROM (SELECT row_to_json(q)::text AS j FROM ${from(names)} LIMIT $2::bigint OFFSET $3::bigint) AS r`,
        [maxRow, limit, offset],
      );
      for (;;) {
        const rows = await session.query<{ n: number; row: string | null }>(`FETCH FORWARD ${batch} FROM holdall_rows`);
        if (rows.length === 0) break;
        yield rows.map(({ n, row }) => {
          if (row === null) throw tooLong(Number(n));
          return parseExact(row) as Record<string, unknown>;
        });
      }
      await session.query("CLOSE holdall_rows");
    },
    async count(most) {
      const [row] = await session.query<{ n: string }>(
        `SELECT count(*)::text AS n FROM (SELECT 1 FROM ${from([])} LIMIT $1::bigint) AS r`,
        [most],
      );
      return Number(row?.n);
    },
  };
}

/** Names of which no two are the same. */
function distinct(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let n = 1; used.has(own); n++) own = `${name}_${n}`;
    used.add(own);
    return own;
  });
}

const kindOf = (type: string) =>
  /^(smallint|integer|bigint|numeric|real|double precision|oid)$/.test(type)
    ? ("number" as const)
    : type === "boolean"
      ? ("boolean" as const)
      : ("text" as const);

const tooLong = (length: number): ToolError =>
  new ToolError("too_large", `A row has ${length} characters; the limit is ${maxRow}.`, {
    hint: "Select fewer columns, or a part of the long one: left(column, 1000).",
    data: { max: maxRow },
  });
