import { isObject, type JsonSchema } from "../json.ts";

/** Words whose values are data, not schemas. */
const data = /^(default|const|enum|examples)$/;

/** Rename the properties of a JSON Schema, also nested ones, and remove `$schema` and bounds that only mean "a safe integer". */
export function rewriteSchema(schema: JsonSchema, rename = (key: string) => key): JsonSchema {
  const rewrite = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rewrite);
    if (!isObject(node)) return node;
    const words: JsonSchema = {};
    for (const [word, value] of Object.entries(node)) {
      if (data.test(word)) words[word] = value;
      else if (word === "required" && Array.isArray(value)) words[word] = value.map(rename);
      else if (word === "properties")
        words[word] = Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), rewrite(item)]));
      else if (word !== "$schema" && Math.abs(value) !== Number.MAX_SAFE_INTEGER) words[word] = rewrite(value);
    }
    return words;
  };
  return rewrite(schema) as JsonSchema;
}
