import type { DuckDBConnection } from "@duckdb/node-api";
import { ToolError } from "@holdall/tool-core";
import { parseExact } from "../../table/exact-number.ts";

/** A node of a query's syntax tree, as DuckDB writes it. */
export type SqlNode = Record<string, unknown>;

/** Characters of a query. */
const maxSql = 100_000;

/** The tree of one SELECT. The engine only reads the text. Throws `invalid_input` for everything else. */
export async function parseSql(connection: DuckDBConnection, sql: string): Promise<SqlNode> {
  if (sql.length > maxSql)
    throw new ToolError("too_large", `The query has ${sql.length} characters; the limit is ${maxSql}.`, {
      hint: "Put lists of values into a file and join it.",
    });
  return oneStatement(parseExact(await convert(connection, "json_serialize_sql($1::VARCHAR)", sql)) as Serialized, sql);
}

/** The query of a tree. */
export const printSql = (connection: DuckDBConnection, tree: SqlNode): Promise<string> =>
  convert(connection, "json_deserialize_sql($1::JSON)", JSON.stringify({ error: false, statements: [tree] }));

async function convert(connection: DuckDBConnection, call: string, text: string): Promise<string> {
  const result = await connection.runAndReadAll(`SELECT ${call}`, [text]);
  return String(result.getRowsJson()[0]?.[0]);
}

interface Serialized {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
  readonly statements?: readonly SqlNode[];
}

function oneStatement({ error, error_type, error_message = "", position, statements = [] }: Serialized, sql: string) {
  if (error && error_type === "not implemented") throw notSelect(sql);
  if (error) {
    const at = Number(position);
    const near = position === undefined ? "" : ` (at character ${at + 1}: ${JSON.stringify(sql.slice(at, at + 40))})`;
    throw new ToolError("invalid_input", `The query is not valid SQL: ${error_message}${near}.`, {
      hint: "Correct it there. The dialect is DuckDB's, close to PostgreSQL's: names with spaces in double quotes, text and files in single quotes.",
    });
  }
  const [tree] = statements;
  if (statements.length === 1 && tree) return tree;
  throw new ToolError("invalid_input", `There are ${statements.length} statements; one call runs one.`, {
    hint: "Call once for each statement, or use WITH for steps of one query.",
  });
}

const notSelect = (sql: string): ToolError => {
  const [word = ""] = /^[\s(]*\w+/.exec(sql) ?? [];
  const first = word.trim().toUpperCase();
  return new ToolError("invalid_input", `${first || "This statement"} is not available: only SELECT queries are run.`, {
    hint: notSelectHints[first] ?? "Start with SELECT, WITH, FROM, VALUES, DESCRIBE or SUMMARIZE.",
  });
};

const output = "Write the SELECT alone, and set output_path to write its result to a file.";
const attach = 'Name the file in `files`, such as {"app": "app.db"}, and its tables as app.users.';
const notSelectHints: Readonly<Record<string, string>> = {
  COPY: output,
  CREATE: `${output} For steps of one query use WITH.`,
  INSERT: output,
  EXPORT: output,
  ATTACH: attach,
  USE: attach,
  PIVOT: "Write it as a part of FROM with the values: FROM t PIVOT (sum(x) FOR y IN ('a', 'b')).",
  UNPIVOT: "Write it as a part of FROM: FROM t UNPIVOT (value FOR name IN (a, b)).",
};
