import type { Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { type AggregateDataInput, type AggregateDataOutput, input, output } from "./aggregate/aggregate-params.ts";
import { readMeasures, readOrder } from "./aggregate/foreign-measures.ts";
import type { DataToolsOptions } from "./options.ts";
import { renderAggregated } from "./render-data.ts";
import { inputAccess, inputAliases, inputForeign } from "./source/input-params.ts";

const load = lazy(() => import("./aggregate/aggregate.ts"));

/** Group rows and measure them, at any size. Sums are exact; cells that are not numbers are counted, never taken for 0. */
export function aggregateData(
  options: DataToolsOptions,
): Tool<AggregateDataInput, AggregateDataOutput, "aggregate_data"> {
  return defineFileTool(options, {
    name: "aggregate_data",
    category: "data",
    description: "Count, sum and compare rows of CSV, JSON, XLSX or Parquet in groups, exactly and at any size.",
    examples: ["total sales per city", "how many rows per status", "median of the response times"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: {
      names: ["summarize_data", "group_data", "data_stats"],
      params: {
        ...inputAliases,
        filter: "where",
        condition: "where",
        group: "group_by",
        groups: "group_by",
        groupby: "group_by",
        by: "group_by",
        to_format: "to",
        output_format: "to",
      },
      foreign: {
        ...inputForeign,
        ...Object.fromEntries(
          ["measures", "aggregations", "aggregates", "aggregate", "metrics", "agg"].map((key) => [
            key,
            (value: unknown) => ({ input: { measures: readMeasures(value) } }),
          ]),
        ),
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
        ...Object.fromEntries(
          ["order_by", "sort", "sort_by", "orderby"].map((key) => [
            key,
            (value: unknown) => ({ input: { order_by: readOrder(value) } }),
          ]),
        ),
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
