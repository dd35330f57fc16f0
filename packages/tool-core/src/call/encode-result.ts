import { isObject } from "../json.ts";
import type { Dialect } from "../registry/dialect.ts";
import { paramName } from "../registry/names.ts";
import type { ToolResult } from "../result.ts";
import { toJsonSchema } from "../schema/schema.ts";
import { shapeOf, spellKeys } from "../schema/shape.ts";
import type { Tool } from "../tool.ts";

/**
 * Encode a result as one JSON value for programs, in a dialect: the output, or `{ error }` with code, message, hint and data.
 * `camel` adds `success` and writes the keys of the output schema in camelCase, or uses the tool's own output for that
 * dialect. An output that is not an object is in `output`.
 */
export function encodeResult(tool: Tool, result: ToolResult, dialect: Dialect = "snake"): unknown {
  const success = dialect === "camel" ? { success: result.ok } : undefined;
  if (!result.ok) return { ...success, error: result.error.toJSON() };
  const own = dialect === "snake" ? undefined : tool.aliases?.[dialect]?.output;
  if (own) return { ...success, ...own(result.output) };
  if (!success || !tool.output) return success ? { ...success, output: result.output } : result.output;
  const output = spellKeys(shapeOf(toJsonSchema(tool.output, "output")), result.output, (key, { properties }) =>
    properties.has(key) ? paramName(tool, key, dialect) : key,
  );
  return { ...success, ...(isObject(output) && !Array.isArray(output) ? output : { output }) };
}
