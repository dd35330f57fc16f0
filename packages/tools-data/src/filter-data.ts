import type { ForeignCall, Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { readOrder } from "./aggregate/foreign-measures.ts";
import type { DataToolsOptions } from "./options.ts";
import { type FilterDataInput, type FilterDataOutput, input, output } from "./query/filter-params.ts";
import { readCondition } from "./query/foreign-conditions.ts";
import { renderFiltered } from "./render-data.ts";
import {
  callsOfOthers,
  foreignParams,
  forOutput,
  inputAccess,
  inputAliases,
  inputForeign,
  isMeasured,
} from "./source/input-params.ts";
import { isSql } from "./sql/foreign-sql.ts";

/** A conversion of some rows, or in an order, is a query. */
const conditionOnly: ForeignCall = (input) => {
  const { query, where = query, filter = where, types, formulas, strict, ...rest } = input;
  const isOfRows = ["query", "where", "filter", "orderby", "sort", "sortby"].some((key) => input[key] !== undefined);
  if (!isOfRows || isMeasured(input) || [types, formulas, strict].some((each) => each !== undefined)) return undefined;
  return { ...rest, ...(filter !== undefined && { query: filter }) };
};

/** A query that is JSONPath or a condition, and not SQL. */
const withoutSql: ForeignCall = (input) => {
  const written = [input.query, input.jsonpath, input.where, input.filter].find((each) => each !== undefined);
  return written === undefined || input.sql !== undefined || isSql(written) || isMeasured(input) ? undefined : input;
};

const load = lazy(() => import("./query/filter.ts"));

/**
 * Find values by JSONPath (RFC 9535) in data of any format. Queries of rows are answered at any size; others need the
 * document in memory, up to 64 MiB.
 */
export function filterData(options: DataToolsOptions): Tool<FilterDataInput, FilterDataOutput, "filter_data"> {
  return defineFileTool(options, {
    name: "filter_data",
    category: "data",
    description:
      "Find rows or values by JSONPath in CSV, JSON, YAML, XML, XLSX or Parquet of any size. For sums use {aggregate_data}, for joins {query_data}.",
    examples: ["which rows have a price over 100", "get all the ids from this json"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: {
      calls: {
        ...callsOfOthers(["filter_data"], forOutput),
        ...callsOfOthers(["convert_format", "convert_data"], conditionOnly),
        ...callsOfOthers(["query_data"], withoutSql),
      },
      names: ["query_json", "jsonpath", "select_data"],
      params: {
        ...inputAliases,
        jsonpath: "query",
        expression: "query",
        path_expression: "query",
        fields: "columns",
        to_format: "to",
        output_format: "to",
      },
      foreign: {
        ...inputForeign,
        ...foreignParams(["query", "filter", "where", "condition", "conditions"], "query", readCondition),
        ...foreignParams(["order_by", "sort", "sort_by"], "order_by", readOrder),
      },
    },
    access: (call, at) => inputAccess(call, at),
    async execute(call, { cwd, signal }, { backend }) {
      const { filter } = await load();
      return filter(call, { backend, cwd, signal });
    },
    render: renderFiltered,
  });
}
