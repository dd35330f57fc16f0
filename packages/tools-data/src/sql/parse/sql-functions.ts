import { ToolError } from "@holdall/tool-core";
import type { SqlNode } from "./sql-node.ts";

/** Functions that read a file, by the format that they read it as. */
export const fileFunctions: Readonly<Record<string, string>> = {
  read_csv: "csv",
  read_csv_auto: "csv",
  read_json: "json",
  read_json_auto: "json",
  read_ndjson: "jsonl",
  read_ndjson_auto: "jsonl",
  read_parquet: "parquet",
  parquet_scan: "parquet",
  read_xlsx: "xlsx",
  sqlite_scan: "sqlite",
};

/** Functions in FROM that read no file and say nothing of the machine. */
const rowFunctions = new Set(["generate_series", "json_each", "json_tree", "range", "repeat", "unnest"]);

/** Options of the functions that read files: none reads or writes another file or shows where one lies. */
export const fileOptions = new Set(
  `all_varchar columns column_names column_types comment dateformat decimal_separator delim delimiter dtypes escape
  format header ignore_errors maximum_depth names null_padding nullstr quote records sample_size sep sheet skip
  strict_mode timestampformat types union_by_name`.split(/\s+/),
);

/** Functions of expressions that show or change the engine, or the machine. */
const shutFunctions =
  /^(current_setting|getenv|set_config|getvariable|nextval|currval|write_log|read_\w+|query|query_table|glob|which_secret|duckdb_\w+|pragma_\w+)$/;

/** Throws `permission_denied` for a function in FROM that may not be used. */
export function checkRowFunction(name: string): void {
  if (!rowFunctions.has(name) && fileFunctions[name] === undefined) throw shut(name);
}

/** Throws `permission_denied` for a function of an expression that may not be used. */
export function checkFunction(node: SqlNode): void {
  const name = String(node.function_name ?? "").toLowerCase();
  if (shutFunctions.test(name)) throw shut(name);
}

const shut = (name: string): ToolError =>
  new ToolError("permission_denied", `The function ${name.slice(0, 60)} is not available in a query.`, {
    hint: "Read tables with FROM 'file', read_csv, read_json, read_parquet or read_xlsx. For the text of a file use {read_file}, for lists of files {glob_files}.",
  });
