import { type StateKey, ToolError } from "@holdall/tool-core";
import { parseExact } from "../../table/exact-number.ts";
import { loadDuckDb } from "../engine/load-duckdb.ts";

/** A node of a query's syntax tree, as DuckDB writes it. */
export type SqlNode = Record<string, unknown>;

export interface SqlParser {
  /** The tree of one SELECT. Throws `invalid_input` for everything else. */
  parse(sql: string): Promise<SqlNode>;
  /** The query of a tree. */
  print(tree: SqlNode): Promise<string>;
}

/** Characters of a query. */
const maxSql = 100_000;

/** An engine without files and tables that only reads and writes queries. */
async function openParser() {
  const { DuckDBInstance } = await loadDuckDb();
  const instance = await DuckDBInstance.create(":memory:", {
    threads: "1",
    memory_limit: "256MB",
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  await connection.run("SET enable_external_access = false; SET lock_configuration = true");
  const convert = async (call: string, text: string): Promise<string> => {
    const result = await connection.runAndReadAll(`SELECT ${call}`, [text]);
    return String(result.getRowsJson()[0]?.[0]);
  };
  const parser: SqlParser = {
    async parse(sql) {
      if (sql.length > maxSql)
        throw new ToolError("too_large", `The query has ${sql.length} characters; the limit is ${maxSql}.`, {
          hint: "Put lists of values into a file and join it.",
        });
      return oneStatement(parseExact(await convert("json_serialize_sql($1::VARCHAR)", sql)) as Serialized, sql);
    },
    print: (tree) =>
      convert("json_deserialize_sql($1::JSON)", JSON.stringify({ error: false, statements: [tree] })),
  };
  return {
    parser,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
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
const attach = "Name the file in `files`, such as {\"app\": \"app.db\"}, and its tables as app.users.";
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

/** The parser of a session, opened with the first query. */
export const parserKey: StateKey<{ open(): Promise<SqlParser>; close(): Promise<void> }> = {
  name: "data.sql-parser",
  create() {
    let opened: ReturnType<typeof openParser> | undefined;
    return {
      async open() {
        opened ??= openParser();
        try {
          return (await opened).parser;
        } catch (error) {
          opened = undefined;
          throw error;
        }
      },
      async close() {
        (await opened?.catch(() => undefined))?.close();
      },
    };
  },
  dispose: (value) => value.close(),
};
