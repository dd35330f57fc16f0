export { queryData } from "./query-data.ts";
export type { SqlEngine } from "./sql/engine/sql-engine.ts";
export type {
  QueryDatabase,
  QueryDatabases,
  SqlStatements,
  SqlTransactions,
} from "./sql/postgres/query-database.ts";
export type { QueryDataInput, QueryDataOutput } from "./sql/query-params.ts";
export type { SqlLimits } from "./sql/sql-limits.ts";
