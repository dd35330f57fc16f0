import { isObject } from "@holdall/tool-core";
import { type FileArgument, type FileCall, fileCall } from "./file-call.ts";
import { checkFunction, checkRowFunction, fileFunctions } from "./sql-functions.ts";
import type { SqlNode } from "./sql-node.ts";

/** A table of a query: a name in FROM, or a function that reads a file. */
export interface TableName {
  /** The parts of a name: catalog, schema and table, as far as they are written. */
  readonly name: readonly string[];
  /** Of a function: the files that it reads, and how. */
  readonly reads?: FileCall;
}

/** A table in a tree. */
export interface TableRef extends TableName {
  readonly node: SqlNode;
}

export interface FoundTables<Table extends TableName = TableName> {
  readonly tables: readonly Table[];
  /** The first parts of columns' names. */
  readonly qualifiers: ReadonlySet<string>;
  /** The query only asks what tables there are. */
  readonly asksTables: boolean;
}

/**
 * All tables of a query, in subqueries too; names of common table expressions are left out. Throws `permission_denied` for
 * functions that may not be used, and `invalid_input` where a file is not named as a constant.
 */
export function findTables(tree: SqlNode): FoundTables<TableRef> {
  const steps = new Set<string>();
  const tables: TableRef[] = [];
  const qualifiers = new Set<string>();
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
    if (fileFunctions[name] !== undefined)
      tables.push({ node, name: [], reads: fileCall(name, argumentsOf(call as SqlNode)) });
    visit((call as SqlNode).children);
    visit(Object.values(rest));
  };
  visit(tree);
  return {
    tables: tables.filter(({ name }) => name.length !== 1 || !steps.has(fold(name[0]))),
    qualifiers,
    asksTables,
  };
}

const fold = (name: unknown): string => String(name).toLowerCase();

export const listItems = (node: unknown, key: string): SqlNode[] => {
  const value = (node as SqlNode)[key];
  return Array.isArray(value) ? (value as SqlNode[]) : [];
};

/** Whether a name is a list of tables or columns, in the spelling of some engine. */
export const isCatalog = (name: readonly string[]): boolean =>
  fold(name[0]) === "information_schema" ||
  (name.length === 1 && /^(sqlite_(master|schema)|pg_tables)$/i.test(name[0]!));

const nameOf = ({ catalog_name, schema_name, table_name }: SqlNode): string[] =>
  [catalog_name, schema_name, table_name].filter((part) => part !== undefined && part !== "").map(String);

/** What is between the brackets of a function that reads files, as the tree has it. */
const argumentsOf = (call: SqlNode): FileArgument[] =>
  listItems(call, "children").map((child) => {
    const option = optionOf(child);
    if (option === undefined) return { paths: pathsOf(child), text: constantOf(child) };
    const value = (child.type === "COMPARE_EQUAL" ? child.right : child) as SqlNode;
    return { option, text: constantOf(value), flag: flagOf(value) };
  });

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
