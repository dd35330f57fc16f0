import { parseExact } from "../../table/exact-number.ts";
import type { ParsedQuery, SqlEngine } from "../engine/sql-engine.ts";
import { findTables } from "../parse/find-tables.ts";
import type { SqlNode } from "../parse/sql-node.ts";
import { openEngine } from "./open-engine.ts";
import { rewriteTables } from "./rewrite-tables.ts";
import { parseSql, printSql } from "./sql-parser.ts";

const nodeSql: SqlEngine = {
  open: openEngine,
  parse: (sql, use) => use(async (engine) => treeQuery(await parseSql(engine, sql))),
};

/** A query as the tree that DuckDB's own parser makes; what runs is printed from it. */
const treeQuery = (tree: SqlNode): ParsedQuery => ({
  found: findTables(tree),
  isOrdered: hasOrder(tree),
  async print(engine, tables) {
    const copy = parseExact(JSON.stringify(tree)) as SqlNode;
    await rewriteTables(findTables(copy), tables);
    return printSql(engine, copy);
  },
});

/** Whether the rows of a query come in an order that it asks for. */
function hasOrder(tree: SqlNode): boolean {
  const { modifiers } = (tree.node ?? {}) as SqlNode;
  return Array.isArray(modifiers) && modifiers.some(({ type }) => type === "ORDER_MODIFIER");
}

/** `@duckdb/node-api` in this process. */
export const defaultSqlEngine = (): SqlEngine => nodeSql;
