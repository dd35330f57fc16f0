import { isObject, type JsonSchema } from "../json.ts";

/** Words whose values are data, not schemas. */
const data = /^(default|const|enum|examples)$/;

/** Says whether a word only states the default: a safe integer, string names, an object without known properties. */
function saysNothing(word: string, { [word]: value, properties = {} }: JsonSchema): boolean {
  const words = isObject(value) ? Object.keys(value).join() : undefined;
  if (word === "$schema" || Math.abs(value as number) === Number.MAX_SAFE_INTEGER) return true;
  if (word === "propertyNames") return words === "type";
  return /^(p|additionalP)roperties$/.test(word) && words === "" && !Object.keys(properties as object).length;
}

/**
 * Rename the properties of a JSON Schema, also nested ones and in descriptions, and remove words that only state a default. The
 * `properties` of the schema itself stay.
 */
export function rewriteSchema(
  schema: JsonSchema,
  rename = (key: string) => key,
  respell = (description: string) => description,
): JsonSchema {
  const rewrite = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rewrite);
    if (!isObject(node)) return node;
    const words: JsonSchema = {};
    for (const [word, value] of Object.entries(node)) {
      if (data.test(word)) words[word] = value;
      else if (word === "description" && typeof value === "string") words[word] = respell(value);
      else if (word === "required" && Array.isArray(value)) words[word] = value.map(rename);
      else if (saysNothing(word, node as JsonSchema) && !(word === "properties" && node === schema)) continue;
      else if (word === "properties")
        words[word] = Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), rewrite(item)]));
      else words[word] = rewrite(value);
    }
    return words;
  };
  return rewrite(schema) as JsonSchema;
}
