import { isObject, ToolError } from "@holdall/tool-core";
import { checkFunction, checkRowFunction, fileFunctions, fileOptions } from "./sql-functions.ts";
import type { SqlNode } from "./sql-parser.ts";

/** A table of a query: a name in FROM, or a function that reads a file. */
export interface TableRef {
  readonly node: SqlNode;
  /** The parts of a name: catalog, schema and table, as far as they are written. */
  readonly name: readonly string[];
  /** Of a function: the files that it reads, and how. */
  readonly reads?: FileCall;
}

export interface FileCall {
  readonly format: string;
  readonly paths: readonly string[];
  /** The sheet of a workbook, or the table of an SQLite file. */
  readonly part?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly header?: boolean | undefined;
  /** The names of options that the engine itself must read. */
  readonly engineOptions: readonly string[];
}

export interface FoundTables {
  readonly tables: readonly TableRef[];
  /** The first parts of columns' names. */
  readonly qualifiers: ReadonlySet<string>;
  /** The names of all columns that are written. */
  readonly columns: ReadonlySet<string>;
  /** The query only asks what tables there are. */
  readonly asksTables: boolean;
}

/**
 * All tables of a query, in subqueries too; names of common table expressions are left out. Throws `permission_denied` for
 * functions that may not be used, and `invalid_input` where a file is not named as a constant.
 */
export function findTables(tree: SqlNode): FoundTables {
  const steps = new Set<string>();
  const tables: TableRef[] = [];
  const qualifiers = new Set<string>();
  const columns = new Set<string>();
  let asksTables = false;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isObject(value) || Array.isArray(value)) return;
    const node = value as SqlNode;
    if (isObject(node.cte_map)) for (const { key } of listItems(node.cte_map, "map")) steps.add(fold(key));
    if (node.type === "RECURSIVE_CTE_NODE" || node.type === "CTE_NODE") steps.add(fold(node.cte_name ?? node.name));
    if (node.class === "FUNCTION" || node.type === "FUNCTION") checkFunction(node);
    if (node.type === "COLUMN_REF" && Array.isArray(node.column_names)) {
      const names = node.column_names.map(String);
      if (names.length > 1) qualifiers.add(names[0]!);
      columns.add(names.at(-1)!);
    }
    if (node.type === "STAR" && node.relation_name) qualifiers.add(String(node.relation_name));
    if (node.type === "BASE_TABLE" && !isCatalog(nameOf(node))) tables.push({ node, name: nameOf(node) });
    if ((node.type === "SHOW_REF" && node.table_name) || (node.type === "BASE_TABLE" && isCatalog(nameOf(node))))
      asksTables = true;
    if (node.type === "TABLE_FUNCTION") visitFunction(node);
    else for (const each of Object.values(node)) visit(each);
  };
  const visitFunction = (node: SqlNode): void => {
    const { function: call, ...rest } = node;
    const name = String((call as SqlNode).function_name).toLowerCase();
    checkRowFunction(name);
    if (fileFunctions[name] !== undefined) tables.push({ node, name: [], reads: fileCall(name, call as SqlNode) });
    visit((call as SqlNode).children);
    visit(Object.values(rest));
  };
  visit(tree);
  return {
    tables: tables.filter(({ name }) => name.length !== 1 || !steps.has(fold(name[0]))),
    qualifiers,
    columns,
    asksTables,
  };
}

const fold = (name: unknown): string => String(name).toLowerCase();

export const listItems = (node: unknown, key: string): SqlNode[] => {
  const value = (node as SqlNode)[key];
  return Array.isArray(value) ? (value as SqlNode[]) : [];
};

/** Whether a name is a list of tables or columns, in the spelling of some engine. */
const isCatalog = (name: readonly string[]): boolean =>
  fold(name[0]) === "information_schema" ||
  (name.length === 1 && /^(sqlite_(master|schema)|pg_tables)$/i.test(name[0]!));

const nameOf = ({ catalog_name, schema_name, table_name }: SqlNode): string[] =>
  [catalog_name, schema_name, table_name].filter((part) => part !== undefined && part !== "").map(String);

function fileCall(name: string, call: SqlNode): FileCall {
  const format = fileFunctions[name]!;
  const written: SqlNode[] = [];
  const own: { part?: string | undefined; delimiter?: string; header?: boolean } = {};
  const engineOptions: string[] = [];
  for (const child of listItems(call, "children")) {
    const option = optionOf(child);
    if (option === undefined) {
      written.push(child);
      continue;
    }
    if (!fileOptions.has(option))
      throw new ToolError("permission_denied", `${name}: the option ${option.slice(0, 60)} is not available.`, {
        hint: `Leave it out, or use one of ${[...fileOptions].join(", ")}.`,
      });
    const value = (child.type === "COMPARE_EQUAL" ? child.right : child) as SqlNode;
    const text = constantOf(value);
    const flag = flagOf(value);
    if (option === "sheet" && text !== undefined) own.part = text;
    else if (delimiterOptions.has(option) && text !== undefined) own.delimiter = text;
    else if (option === "header" && flag !== undefined) own.header = flag;
    else if (!ownDefaults.has(option)) engineOptions.push(option);
  }
  const [first, second, ...more] = written;
  if (format === "sqlite") own.part = second && constantOf(second);
  const paths = first && pathsOf(first);
  if (paths && more.length === 0 && (second === undefined || own.part !== undefined))
    return { format, paths, ...own, engineOptions };
  throw new ToolError("invalid_input", `${name} needs the name of a file as text in the query.`, {
    hint: `Write ${name}('data.csv'), or several files as ${name}(['a.csv', 'b.csv']). The permission for a file is checked before the query runs.`,
  });
}

const delimiterOptions = new Set(["delim", "delimiter", "sep"]);
/** What happens anyway: all rows decide on the types, and columns of several files are matched by name. */
const ownDefaults = new Set(["sample_size", "union_by_name"]);

/** `true` and `false` as the parser writes them. */
function flagOf(node: SqlNode): boolean | undefined {
  const value = node.type === "OPERATOR_CAST" ? constantOf(node.child as SqlNode) : undefined;
  return value === "t" || value === "true" ? true : value === "f" || value === "false" ? false : undefined;
}

/** The name of an option, which is written with `=`, `:=` or `=>`. */
export const optionOf = (node: SqlNode): string | undefined => {
  if (node.alias) return fold(node.alias);
  if (node.type !== "COMPARE_EQUAL") return undefined;
  const { column_names } = node.left as SqlNode;
  return Array.isArray(column_names) ? fold(column_names[0]) : "";
};

/** A text that is written in a query as it is. */
export function constantOf(node: SqlNode): string | undefined {
  if (node.type !== "VALUE_CONSTANT") return undefined;
  const { value, type } = node.value as SqlNode;
  return (type as SqlNode | undefined)?.id === "VARCHAR" && typeof value === "string" ? value : undefined;
}

function pathsOf(node: SqlNode): string[] | undefined {
  const one = constantOf(node);
  if (one !== undefined) return [one];
  const items = listItems(node, "children");
  const isList = node.type === "ARRAY_CONSTRUCTOR" || fold(node.function_name) === "list_value";
  const paths = items.map(constantOf);
  return isList && paths.length > 0 && paths.every((path) => path !== undefined) ? paths : undefined;
}
