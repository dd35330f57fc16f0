import { itemsOf, propertiesOf } from "./_schema-keys.ts";
import type { JsonSchema } from "./json.ts";

/**
 * What a model probably meant when its input does not validate: numbers and booleans sent as text, arrays and objects
 * sent as JSON text, `null` for a parameter that may be left out. Nothing else is guessed.
 */
export function repairInput(schema: JsonSchema, value: unknown): unknown {
  const types = typesOf(schema);
  if (typeof value === "string" && !types.has("string")) return repairText(types, schema, value);
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items ? value.map((item) => repairInput(items, item)) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const properties = propertiesOf(schema);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const kept = Object.entries(value).flatMap(([key, item]) => {
    const node = properties.get(key);
    if (!node) return [[key, item] as const];
    if (item === null && !required.includes(key) && !typesOf(node).has("null")) return [];
    return [[key, repairInput(node, item)] as const];
  });
  return Object.fromEntries(kept);
}

function repairText(types: ReadonlySet<string>, schema: JsonSchema, value: string): unknown {
  const trimmed = value.trim();
  if ((types.has("integer") || types.has("number")) && /^-?\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  if (types.has("boolean") && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  if ((types.has("array") && trimmed.startsWith("[")) || (types.has("object") && trimmed.startsWith("{"))) {
    try {
      return repairInput(schema, JSON.parse(trimmed));
    } catch {
      return value; // the validator names what is wrong with it
    }
  }
  return value;
}

function typesOf(schema: JsonSchema): ReadonlySet<string> {
  const types = new Set<string>([schema.type].flat().filter((type) => typeof type === "string"));
  if (Array.isArray(schema.enum)) for (const item of schema.enum) types.add(item === null ? "null" : typeof item);
  if ("const" in schema) types.add(schema.const === null ? "null" : typeof schema.const);
  for (const word of ["anyOf", "oneOf", "allOf"]) {
    const nodes = schema[word];
    if (Array.isArray(nodes)) for (const node of nodes) for (const type of typesOf(node as JsonSchema)) types.add(type);
  }
  return types;
}
