import type { JsonSchema } from "./json.ts";

/** What a JSON Schema says about structure, gathered over the branches of `anyOf`, `oneOf` and `allOf`. */
export interface Shape {
  readonly properties: Map<string, Shape>;
  readonly required: Set<unknown>;
  readonly types: Set<unknown>;
  items: Shape | undefined;
  /** Keys that are not named are data: a record, or something this reading cannot follow. */
  open: boolean;
}

/** Read a JSON Schema's structure. */
export function shapeOf(schema: JsonSchema, into = emptyShape()): Shape {
  const {
    type,
    enum: values = [],
    properties = {},
    required = [],
    items,
    additionalProperties,
    patternProperties,
    $ref,
  } = schema;
  for (const name of [type].flat()) into.types.add(name);
  for (const value of [values, "const" in schema ? schema.const : []].flat())
    into.types.add(value === null ? "null" : typeof value);
  for (const [key, node] of Object.entries(properties as object)) into.properties.set(key, shapeOf(node));
  for (const key of required as string[]) into.required.add(key);
  if (items) into.items = shapeOf(items as JsonSchema, into.items);
  if (additionalProperties || patternProperties || $ref) into.open = true;
  for (const word of ["anyOf", "oneOf", "allOf"])
    for (const branch of [schema[word] ?? []].flat()) shapeOf(branch as JsonSchema, into);
  return into;
}

const emptyShape = (): Shape => ({
  properties: new Map(),
  required: new Set(),
  types: new Set(),
  items: undefined,
  open: false,
});
