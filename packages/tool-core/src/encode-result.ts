import { mapValueKeys } from "./_schema-keys.ts";
import { type Dialect, paramName } from "./names.ts";
import type { ToolResult } from "./result.ts";
import { toJsonSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

/**
 * A result as one JSON value for programs, in a dialect: the output, or `{ error }` with code, message, hint and data.
 * `camel` adds `success` and spells the keys its output schema knows in camelCase; an output that is no object goes under `output`.
 */
export function encodeResult(tool: Tool, result: ToolResult, dialect: Dialect = "snake"): unknown {
  if (!result.ok) return { ...(dialect === "camel" && { success: false }), error: result.error.toJSON() };
  if (dialect !== "camel") return result.output;
  const schema = tool.output ? toJsonSchema(tool.output, "output") : {};
  const output = mapValueKeys(schema, result.output, (key) => paramName(tool, key, dialect));
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  return isObject ? { success: true, ...output } : { success: true, output };
}
