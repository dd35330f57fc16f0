import { type ForeignCall, type ForeignParam, isObject } from "@holdall/tool-core";
import { baseName } from "./files/file-format.ts";

/** Whether a text is SQL and not JSONPath or a condition. */
export const isSql = (value: unknown): value is string =>
  typeof value === "string" &&
  /^\s*(--.*\n\s*|\()*(select|with|from|values|describe|summarize|show|table|pivot|copy|create|insert|update|delete|drop|attach|pragma|explain)\b/i.test(
    value,
  );

const pathKeys = [
  "path",
  "filepath",
  "file",
  "filename",
  "input",
  "inputpath",
  "source",
  "datapath",
  "csvpath",
  "dataset",
  "dbpath",
  "databasepath",
];

/** A query and its file under the names of other tools: `query`, `path`, `table`. */
export const readSqlCall: ForeignCall = (call) => {
  const { sql, query, statement, sqlquery, q, files, table, ...rest } = call;
  const written = [sql, statement, sqlquery, query, q].find((each) => each !== undefined);
  const key = pathKeys.find((name) => typeof rest[name] === "string");
  if (key === undefined && query === undefined && q === undefined && table === undefined) return undefined;
  // JSONPath and conditions are for filter_data.
  if (
    written !== undefined &&
    sql === undefined &&
    statement === undefined &&
    sqlquery === undefined &&
    !isSql(written)
  )
    return undefined;
  const path = key === undefined ? undefined : String(rest[key]);
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== key));
  const alias = typeof table === "string" && /^\w+$/.test(table) && path !== undefined ? table : undefined;
  const named = path === undefined ? undefined : { [alias ?? baseName(path)]: path };
  return {
    ...others,
    ...(written !== undefined
      ? { sql: written }
      : table !== undefined && named === undefined && { sql: `SELECT * FROM ${quoteTable(String(table))}` }),
    ...((files !== undefined || named !== undefined) && { files: files ?? named }),
  };
};

const quoteTable = (name: string): string =>
  /^[\w.]+$/.test(name) && !/\.\w+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** A call of another data tool that has SQL. */
export const sqlOfOthers: ForeignCall = (call) => {
  const { sql, query } = call;
  const written = isSql(sql) ? sql : isSql(query) ? query : undefined;
  return written === undefined
    ? undefined
    : (readSqlCall({ ...call, query: undefined, sql: written }) ?? { ...call, sql: written });
};

/** Files as a list, or as one name. */
export const readFiles: ForeignParam = (value) => ({ input: { files: filesOf(value) } });

function filesOf(value: unknown): unknown {
  if (typeof value === "string") {
    if (/^\s*[[{]/.test(value)) {
      try {
        return filesOf(JSON.parse(value));
      } catch {
        return value;
      }
    }
    return namesOf(value.split(",").map((each) => each.trim()));
  }
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each === "string")) return namesOf(value);
    return Object.fromEntries(
      value.filter(isObject).map((each) => {
        const { name, alias = name, table = alias, path, file = path } = each as Record<string, unknown>;
        return [String(table ?? baseName(String(file))), file];
      }),
    );
  }
  return value;
}

/** Each file under its name without folder and ending, which no two may share. */
function namesOf(paths: readonly string[]): Record<string, string> {
  const names = new Map<string, string>();
  for (const path of paths) {
    let name = baseName(path);
    for (let n = 2; names.has(name); n++) name = `${baseName(path)}_${n}`;
    names.set(name, path);
  }
  return Object.fromEntries(names);
}
