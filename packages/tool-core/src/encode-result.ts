import { type Shape, shapeOf } from "./_shape.ts";
import { type Dialect, paramName } from "./names.ts";
import type { ToolResult } from "./result.ts";
import { toJsonSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

/**
 * A result as one JSON value for programs, in a dialect: the output, or `{ error }` with code, message, hint and data.
 * `camel` adds `success` and spells the keys its output schema knows in camelCase; an output that is no object goes under `output`.
 */
export function encodeResult(tool: Tool, result: ToolResult, dialect: Dialect = "snake"): unknown {
  const camel = dialect === "camel";
  if (!result.ok) return { ...(camel && { success: false }), error: result.error.toJSON() };
  if (!camel || !tool.output) return camel ? { success: true, output: result.output } : result.output;
  const output = spell(shapeOf(toJsonSchema(tool.output, "output")), result.output, (key) =>
    paramName(tool, key, dialect),
  );
  return isObject(output) ? { success: true, ...output } : { success: true, output };
}

/** Rename the keys a shape names; keys of free-form objects are data and stay. */
function spell({ properties, items }: Shape, value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => spell(items, item, rename)) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const child = properties.get(key);
      return child ? [rename(key), spell(child, item, rename)] : [key, item];
    }),
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
