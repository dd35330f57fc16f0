export type { AggregateDataInput, AggregateDataOutput } from "./aggregate/aggregate-params.ts";
export { aggregateData } from "./aggregate-data.ts";
export type { ConvertFormatInput, ConvertFormatOutput } from "./convert/convert-params.ts";
export { convertFormat } from "./convert-format.ts";
export { type DataTool, dataTools } from "./data-tools.ts";
export { filterData } from "./filter-data.ts";
export type { DataToolsOptions } from "./options.ts";
export type { FilterDataInput, FilterDataOutput } from "./query/filter-params.ts";
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
