import type { ForeignCall, Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { type AggregateDataInput, type AggregateDataOutput, input, output } from "./aggregate/aggregate-params.ts";
import { readMeasures, readOrder } from "./aggregate/foreign-measures.ts";
import type { DataToolsOptions } from "./options.ts";
import { readCondition } from "./query/foreign-conditions.ts";
import { renderAggregated } from "./render-data.ts";
import {
  callsOfOthers,
  foreignParams,
  forOutput,
  inputAccess,
  inputAliases,
  inputForeign,
  isMeasured,
  measureNames,
} from "./source/input-params.ts";

/** A query or a conversion with measures, or in groups, is an aggregation. */
const measuring: ForeignCall = ({ query, jsonpath = query, columns: _, ...rest }) => {
  return isMeasured(rest) ? { ...rest, ...(jsonpath !== undefined && { where: jsonpath }) } : undefined;
};

const load = lazy(() => import("./aggregate/aggregate.ts"));

/** Group rows and measure them, at any size. Sums are exact; cells that are not numbers are counted, never taken for 0. */
export function aggregateData(
  options: DataToolsOptions,
): Tool<AggregateDataInput, AggregateDataOutput, "aggregate_data"> {
  return defineFileTool(options, {
    name: "aggregate_data",
    category: "data",
    description:
      "Count, sum and compare rows of CSV, JSON, XLSX or Parquet in groups, exactly and at any size. For joins and windows use {query_data}.",
    examples: ["total sales per city", "how many rows per status", "median of the response times"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: {
      calls: {
        ...callsOfOthers(["aggregate_data"], forOutput),
        ...callsOfOthers(["filter_data", "query_data", "convert_format", "convert_data"], measuring),
      },
      names: ["summarize_data", "group_data", "data_stats"],
      params: {
        ...inputAliases,
        group: "group_by",
        groups: "group_by",
        groupby: "group_by",
        by: "group_by",
        to_format: "to",
        output_format: "to",
      },
      foreign: {
        ...inputForeign,
        ...foreignParams(measureNames, "measures", readMeasures),
        ...foreignParams(["where", "filter", "condition", "conditions"], "where", readCondition),
        ...foreignParams(["order_by", "sort", "sort_by"], "order_by", readOrder),
        ...Object.fromEntries(
          ["operation", "function", "op", "fn"].map((key) => [
            key,
            (value: unknown, { input: { field, column } }: { readonly input: Readonly<Record<string, unknown>> }) => ({
              input: { measures: readMeasures([{ op: value, column: field ?? column }]) },
            }),
          ]),
        ),
        field: "",
        column: "",
      },
    },
    access: (call, at) => inputAccess(call, at),
    async execute(call, { cwd, signal }, { backend }) {
      const { aggregate } = await load();
      return aggregate(call, { backend, cwd, signal });
    },
    render: renderAggregated,
  });
}
