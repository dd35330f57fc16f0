import type { Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import { type ConvertFormatInput, type ConvertFormatOutput, input, output } from "./convert/convert-params.ts";
import type { DataToolsOptions } from "./options.ts";
import { renderConverted } from "./render-data.ts";
import { callsOfOthers, forOutput, inputAccess, inputAliases, inputForeign } from "./source/input-params.ts";

const load = lazy(() => import("./convert/convert.ts"));

/**
 * Convert data between formats, at any size for CSV, JSON Lines and lists in JSON. The result reports what the output
 * lacks.
 */
export function convertFormat(
  options: DataToolsOptions,
): Tool<ConvertFormatInput, ConvertFormatOutput, "convert_format"> {
  return defineFileTool(options, {
    name: "convert_format",
    category: "data",
    description:
      "Convert data between CSV, TSV, JSON, JSON Lines, YAML, TOML, XML, XLSX, Parquet and Markdown. Digits stay as they are, and losses are reported. To select rows use {filter_data}, to join or compute {query_data}.",
    examples: ["turn this csv into json", "convert the yaml to toml", "export the table as excel"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: {
      calls: callsOfOthers(["convert_format", "convert_data"], forOutput),
      names: ["convert_data", "convert_file", "transform_format"],
      params: {
        ...inputAliases,
        to_format: "to",
        output_format: "to",
        format: "to",
        target_format: "to",
        force: "overwrite",
      },
      foreign: inputForeign,
    },
    access: (call, at) => inputAccess(call, at),
    async execute(call, { cwd, signal }, { backend }) {
      const { convert } = await load();
      return convert(call, { backend, cwd, signal });
    },
    render: renderConverted,
  });
}
