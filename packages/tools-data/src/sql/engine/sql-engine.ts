import type { FoundTables } from "../parse/find-tables.ts";
import type { Tables } from "../tables/resolve-tables.ts";
import type { Engine } from "./engine.ts";

/** One SELECT that was parsed. */
export interface ParsedQuery {
  readonly found: FoundTables;
  /** Whether its rows come in an order that it asks for. */
  readonly isOrdered: boolean;
  /** The query with the tables and files of an engine in place of those that it names. */
  print(engine: Engine, tables: Tables): Promise<string>;
}

/** What runs SQL. Node has one where its library is installed; a page gets `browserSql` of `@holdall/tools-data/browser-sql`. */
export interface SqlEngine {
  /** It keeps an idle engine for the next query itself, so that none is opened ahead. */
  readonly keepsIdle?: boolean;
  open(): Promise<Engine>;
  /** Parse one SELECT, with an engine where that is needed. Throws `invalid_input` for everything else. */
  parse(sql: string, use: <T>(work: (engine: Engine) => Promise<T>) => Promise<T>): Promise<ParsedQuery>;
}
