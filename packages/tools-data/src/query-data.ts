import type { Prepared, Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import type { DataToolsOptions } from "./options.ts";
import { renderQueried } from "./render-query.ts";
import { callsOfOthers } from "./source/input-params.ts";
import { readFiles, readSqlCall, sqlOfOthers } from "./sql/foreign-sql.ts";
import { loadPostgres, loadPrepare, loadQuery } from "./sql/load-sql.ts";
import type { PreparedDatabase } from "./sql/postgres/query-postgres.ts";
import type { PreparedQuery } from "./sql/prepare-query.ts";
import { input, output, type QueryDataInput, type QueryDataOutput } from "./sql/query-params.ts";

const prepare = lazy(loadPrepare);
const load = lazy(loadQuery);
const loadDatabases = lazy(loadPostgres);

/**
 * Query files of data with SQL, and join them. Needs an engine, `@duckdb/node-api`, which is loaded with the first call; the
 * engine opens only the files that the policy allowed.
 */
export function queryData(options: DataToolsOptions): Tool<QueryDataInput, QueryDataOutput, "query_data"> {
  const databases = Object.keys(options.databases ?? {});
  const named = databases.length > 0 ? `, and by \`database\` Postgres: ${databases.slice(0, 20).join(", ")}` : "";
  return defineFileTool(options, {
    name: "query_data",
    category: "data",
    description: `Query CSV, JSON, XLSX, Parquet, SQLite and DuckDB files with SQL: joins, windows, subqueries${named}. To sum one file of any size use {aggregate_data}.`,
    guidance:
      "Use {query_data} for joins, windows, subqueries, and tables of SQLite and DuckDB files; files stand in quotes: FROM 'sales.csv'. For sums and groups of one file {aggregate_data} is exact at any size, and for JSONPath use {filter_data}.",
    examples: ["join orders with customers", "top 3 products per region", "sql over the csv"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: databases.length > 0 },
    aliases: {
      calls: {
        ...callsOfOthers(["query_data"], readSqlCall),
        ...callsOfOthers(["filter_data", "aggregate_data", "convert_format"], sqlOfOthers),
      },
      names: [
        "sql",
        "run_sql",
        "execute_sql",
        "sql_query",
        "query_sql",
        "duckdb",
        "query_files",
        "query_csv",
        "query_database",
      ],
      params: {
        statement: "sql",
        db: "database",
        database_name: "database",
        connection: "database",
        sql_query: "sql",
        max_rows: "limit",
        row_limit: "limit",
        max_results: "limit",
        output: "output_path",
        output_file: "output_path",
        destination: "output_path",
        to_format: "to",
        output_format: "to",
      },
      foreign: { files: readFiles, tables: readFiles, paths: readFiles },
    },
    async access(call, at): Promise<Prepared<PreparedQuery | PreparedDatabase>> {
      const isOpen = databases.length > 0 && !call.sql && !call.files;
      if (call.database !== undefined || isOpen) {
        const { databaseAccess } = await loadDatabases();
        return databaseAccess(call, options.databases ?? {}, at.cwd);
      }
      const { prepareQuery, queryAccess } = await prepare();
      const prepared = await prepareQuery(call, at, options.engine);
      return { accesses: queryAccess(prepared.files, call.output_path, at.cwd), prepared };
    },
    elsewhere: (own) => ({ ...own, disk: false }),
    async execute(call, ctx, { backend, disk = false, sql: limits = {}, databases = {} }, prepared) {
      if (!("engine" in prepared)) {
        const { queryPostgres } = await loadDatabases();
        return queryPostgres(call, prepared, { databases, backend, limits }, ctx);
      }
      const { query } = await load();
      return query(call, prepared, { backend, disk, limits }, ctx);
    },
    render: renderQueried,
  });
}
