import type { JsonSchema } from "./json.ts";

type Rename = (key: string) => string;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schemas an object, an array or a choice of them is made of: every place where property names can stand. */
function branches(schema: JsonSchema): JsonSchema[] {
  return ["anyOf", "oneOf", "allOf"].flatMap((word) =>
    Array.isArray(schema[word]) ? schema[word].filter(isObject) : [],
  );
}

/** A schema with every property renamed, nested ones too; two properties never end up under one name. */
export function mapSchemaKeys(schema: JsonSchema, rename: Rename): JsonSchema {
  const mapped: JsonSchema = {};
  for (const [word, value] of Object.entries(schema)) {
    if (word === "properties" && isObject(value)) {
      mapped[word] = Object.fromEntries(
        Object.entries(value).map(([key, node]) => [rename(key), isObject(node) ? mapSchemaKeys(node, rename) : node]),
      );
    } else if (word === "required" && Array.isArray(value)) {
      mapped[word] = value.map((key) => rename(String(key)));
    } else if (isObject(value) && (word === "items" || word === "additionalProperties")) {
      mapped[word] = mapSchemaKeys(value, rename);
    } else if (Array.isArray(value) && (word === "anyOf" || word === "oneOf" || word === "allOf")) {
      mapped[word] = value.map((node) => (isObject(node) ? mapSchemaKeys(node, rename) : node));
    } else {
      mapped[word] = value;
    }
  }
  return mapped;
}

/** A value with the property names its schema knows renamed; keys of free-form objects are data and stay. */
export function mapValueKeys(schema: JsonSchema, value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((item) => mapValueKeys(items, item, rename)) : value;
  }
  if (!isObject(value)) return value;
  const properties = propertiesOf(schema);
  if (properties.size === 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const node = properties.get(key);
      return node ? [rename(key), mapValueKeys(node, item, rename)] : [key, item];
    }),
  );
}

/** Property name → its schema, gathered over the branches of a choice. */
export function propertiesOf(schema: JsonSchema): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const branch of branches(schema)) for (const [key, node] of propertiesOf(branch)) found.set(key, node);
  if (isObject(schema.properties)) {
    for (const [key, node] of Object.entries(schema.properties)) found.set(key, isObject(node) ? node : {});
  }
  return found;
}

/** The schema of an array's items, looked for in the branches of a choice too. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  if (isObject(schema.items)) return schema.items;
  return branches(schema).map(itemsOf).find(Boolean);
}

/** True when keys that the schema does not name are data: a record, or a schema that something else checks. */
export function isOpen(schema: JsonSchema): boolean {
  const { additionalProperties, patternProperties } = schema;
  if (additionalProperties === true || isObject(additionalProperties) || patternProperties !== undefined) return true;
  return schema.$ref !== undefined || branches(schema).some(isOpen);
}
