import { isObject, ToolError } from "@holdall/tool-core";

export const chartExample =
  '{chart: {kind: "bar", x: "month", y: "sum", series: "city", rows: [{month: "Jan", sum: 3, city: "Riga"}]}}';

/** A chart that cannot be drawn as it is asked for. */
export const chartError = (message: string, hint = `Send ${chartExample}.`): ToolError =>
  new ToolError("invalid_input", message, { hint });

export const quoted = (value: unknown): string => JSON.stringify(String(value).slice(0, 60));

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value);
