import type { Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import type { DataToolsOptions } from "./options.ts";
import { type FilterDataInput, type FilterDataOutput, input, output } from "./query/filter-params.ts";
import { renderFiltered } from "./render-data.ts";
import { inputAccess, inputAliases, inputForeign } from "./source/input-params.ts";

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
      "Find rows or values by JSONPath in CSV, JSON, YAML, XML, XLSX or Parquet of any size. For sums use {aggregate_data}.",
    examples: ["which rows have a price over 100", "get all the ids from this json"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: {
      names: ["query_data", "query_json", "jsonpath", "select_data"],
      params: {
        ...inputAliases,
        jsonpath: "query",
        filter: "query",
        where: "query",
        expression: "query",
        condition: "query",
        path_expression: "query",
        fields: "columns",
        to_format: "to",
        output_format: "to",
      },
      foreign: inputForeign,
    },
    access: (call, at) => inputAccess(call, at),
    async execute(call, { cwd, signal }, { backend }) {
      const { filter } = await load();
      return filter(call, { backend, cwd, signal });
    },
    render: renderFiltered,
  });
}
