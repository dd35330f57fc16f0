import type { JsonSchema } from "./json.ts";

type Rename = (key: string) => string;

/** Words whose values are data, not schemas. */
const data = new Set(["default", "const", "enum", "examples"]);

/** A JSON Schema with its properties renamed, nested ones too, and without `$schema` and bounds that only say "a safe integer". */
export function rewriteSchema(schema: JsonSchema, rename: Rename = (key) => key): JsonSchema {
  return rewrite(schema, rename) as JsonSchema;
}

function rewrite(node: unknown, rename: Rename): unknown {
  if (Array.isArray(node)) return node.map((item) => rewrite(item, rename));
  if (typeof node !== "object" || node === null) return node;
  const words = Object.entries(node).filter(
    ([word, value]) => word !== "$schema" && Math.abs(value) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(
    words.map(([word, value]) => {
      if (data.has(word)) return [word, value];
      if (word === "required" && Array.isArray(value)) return [word, value.map(rename)];
      if (word !== "properties") return [word, rewrite(value, rename)];
      return [
        word,
        Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), rewrite(item, rename)])),
      ];
    }),
  );
}
