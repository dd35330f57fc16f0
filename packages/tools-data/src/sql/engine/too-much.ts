import { ToolError } from "@holdall/tool-core";

/** The files of a query that are copied are too large. */
export const tooMuch = (name: string, max: number): ToolError =>
  new ToolError(
    "too_large",
    `${name}: the files of a query that are copied have more than ${Math.round(max / 1_048_576)} MiB.`,
    {
      hint: "Use {aggregate_data} or {filter_data}, which read files of any size, or reduce the file first.",
      data: { max },
    },
  );
