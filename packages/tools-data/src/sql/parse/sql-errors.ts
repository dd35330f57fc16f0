import { ToolError } from "@holdall/tool-core";

/** Characters of a query. */
const maxSql = 100_000;

/** Throws `too_large` for a query that is too long. */
export function tooLong(sql: string): void {
  if (sql.length <= maxSql) return;
  throw new ToolError("too_large", `The query has ${sql.length} characters; the limit is ${maxSql}.`, {
    hint: "Put lists of values into a file and join it.",
  });
}

export const wrongSql = (what: string): ToolError =>
  new ToolError("invalid_input", `The query is not valid SQL: ${what}.`, {
    hint: "Correct it there. The dialect is DuckDB's, close to PostgreSQL's: names with spaces in double quotes, text and files in single quotes.",
  });

export const severalStatements = (count: number): ToolError =>
  new ToolError("invalid_input", `There are ${count} statements; one call runs one.`, {
    hint: "Call once for each statement, or use WITH for steps of one query.",
  });

/** What to do instead of a statement that is no SELECT. */
export const notSelect = (sql: string): ToolError => {
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
