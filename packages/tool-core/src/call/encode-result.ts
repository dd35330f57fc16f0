import { isObject, type JsonSchema } from "../json.ts";
import type { Dialect } from "../registry/dialect.ts";
import { paramName } from "../registry/names.ts";
import type { ToolResult } from "../result.ts";
import { rewriteSchema } from "../schema/rewrite-schema.ts";
import { toJsonSchema } from "../schema/schema.ts";
import { shapeOf, spellKeys } from "../schema/shape.ts";
import type { Tool } from "../tool.ts";

/**
 * Encode a result as one JSON value for programs, in a dialect: the output, or `{ error }` with code, message, hint and data.
 * `camel` adds `success` and writes the keys of the output schema in camelCase, or uses the tool's own output for that
 * dialect; its `error` is the message, beside `code`, `hint` and `data`. An output that is not an object is in `output`.
 */
export function encodeResult(tool: Tool, result: ToolResult, dialect: Dialect = "snake"): unknown {
  const success = dialect === "camel" ? { success: result.ok } : undefined;
  if (!result.ok) {
    const { message, ...more } = result.error.toJSON();
    return success ? { ...success, error: message, ...more } : { error: { message, ...more } };
  }
  const own = dialect === "snake" ? undefined : tool.aliases?.[dialect]?.output;
  if (own) return { ...success, ...own(result.output) };
  if (!success || !tool.output) return success ? { ...success, output: result.output } : result.output;
  const output = spellKeys(shapeOf(toJsonSchema(tool.output, "output")), result.output, (key, { properties }) =>
    properties.has(key) ? paramName(tool, key, dialect) : key,
  );
  return { ...success, ...(isObject(output) && !Array.isArray(output) ? output : { output }) };
}

/** The JSON Schema of what `encodeResult` returns for the tool; in `camel` of failures too. Undefined if it is not known. */
export function resultSchema(tool: Tool, dialect: Dialect = "snake"): JsonSchema | undefined {
  const { output, aliases } = tool;
  const own = dialect !== "snake" && aliases?.[dialect]?.output !== undefined;
  if (dialect !== "camel") return output && !own ? toJsonSchema(output, "output") : undefined;
  const schema =
    output && !own ? rewriteSchema(toJsonSchema(output, "output"), (key) => paramName(tool, key, dialect)) : {};
  const isRecord = schema.type === "object";
  const { additionalProperties: _, required: __, properties = {}, ...rest } = isRecord ? schema : { type: "object" };
  return {
    ...rest,
    properties: {
      success: { type: "boolean" },
      ...(properties as JsonSchema),
      ...(!isRecord && !own && { output: schema }),
      error: { type: "string" },
    },
    required: ["success"],
  };
}
