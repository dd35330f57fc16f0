import { type FoundTables, listItems, optionOf, type TableRef } from "../parse/find-tables.ts";
import type { SqlNode } from "../parse/sql-node.ts";
import type { HeldTable } from "../tables/held-table.ts";
import type { OpenedCall, Tables } from "../tables/resolve-tables.ts";

/**
 * Put the tables of the engine into a query's tree in place of files. A table keeps the name that the query knows it by.
 * Throws `not_found` for a name that is none.
 */
export async function rewriteTables(
  { tables: refs, qualifiers }: FoundTables<TableRef>,
  tables: Tables,
): Promise<void> {
  for (const ref of refs) {
    const { node, name, reads } = ref;
    if (!reads) putTable(node, await tables.named(name), aliasOf(ref, qualifiers));
    else if (reads.engineOptions.length === 0) putTable(node, await tables.called(reads), aliasOf(ref, qualifiers));
    else putPlaces(node, await tables.opened(reads));
  }
}

/** A file is known without its folder and ending, unless columns are written with its whole name. */
function aliasOf({ node, name }: TableRef, qualifiers: ReadonlySet<string>): string | undefined {
  if (node.alias) return String(node.alias);
  const whole = name.join(".");
  return whole !== "" && qualifiers.has(whole) ? whole : undefined;
}

function putTable(node: SqlNode, { place, base }: HeldTable, alias = base): void {
  const [table_name, schema_name = "", catalog_name = ""] = [...place].reverse();
  const { query_location, sample = null, column_name_alias = [] } = node;
  for (const key of Object.keys(node)) delete node[key];
  const type = "BASE_TABLE";
  const name = { catalog_name, schema_name, table_name };
  Object.assign(node, { type, alias, sample, query_location, ...name, column_name_alias, at_clause: null });
}

/** Put the places of files into a call that the engine makes itself, and say what it would guess. */
function putPlaces(node: SqlNode, { places, base, defaults }: OpenedCall): void {
  const call = node.function as SqlNode;
  const options = listItems(call, "children").filter((child) => optionOf(child) !== undefined);
  const written = new Set(options.map((option) => optionOf(option) ?? ""));
  if (written.has("sep") || written.has("delimiter")) written.add("delim");
  const added = Object.entries(defaults).filter(([name]) => !written.has(name));
  call.children = [
    listNode(places.map(textNode)),
    ...options,
    ...added.map(([name, value]) => ({
      class: "COMPARISON",
      type: "COMPARE_EQUAL",
      alias: "",
      left: { class: "COLUMN_REF", type: "COLUMN_REF", alias: "", column_names: [name] },
      right: textNode(value),
    })),
  ];
  node.alias ||= base;
}

const textNode = (value: string): SqlNode => ({
  class: "CONSTANT",
  type: "VALUE_CONSTANT",
  alias: "",
  value: { type: { id: "VARCHAR", type_info: null }, is_null: false, value },
});

const listNode = (children: readonly SqlNode[]): SqlNode => ({
  class: "FUNCTION",
  type: "FUNCTION",
  alias: "",
  function_name: "list_value",
  schema: "main",
  children,
  filter: null,
  order_bys: { type: "ORDER_MODIFIER", orders: [] },
  distinct: false,
  is_operator: false,
  export_state: false,
  catalog: "",
});
