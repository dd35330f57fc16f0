import { ToolError } from "../error.ts";
import { isObject, type JsonSchema } from "../json.ts";
import { foldName } from "../registry/dialect.ts";
import { once } from "./memoize.ts";

/** What a JSON Schema says about keys, gathered over the branches of `anyOf`, `oneOf` and `allOf`. */
export interface Shape {
  readonly properties: Map<string, Shape>;
  /** Folded spelling → property. */
  readonly folded: Map<string, string>;
  items?: Shape;
  /** Keys that are not named are data: a record, or something this reading cannot follow. */
  open?: unknown;
}

/** Read the shape of a JSON Schema, once. */
export const shapeOf = once((schema: JsonSchema) => read(schema));

function read(schema: JsonSchema, into: Shape = { properties: new Map(), folded: new Map() }): Shape {
  const { type, properties, items, additionalProperties, patternProperties, $ref } = schema;
  for (const [key, node] of Object.entries((properties ?? {}) as object)) {
    into.properties.set(key, read(node, into.properties.get(key)));
    into.folded.set(foldName(key), key);
  }
  if (items) into.items = read(items as JsonSchema, into.items);
  const namesNone = type === "object" && !properties && additionalProperties !== false;
  into.open ||= additionalProperties || patternProperties || $ref || namesNone;
  for (const word of ["anyOf", "oneOf", "allOf"])
    for (const branch of (schema[word] ?? []) as JsonSchema[]) read(branch, into);
  return into;
}

/** True when a value has all its keys as the shape spells them, and none that holds `undefined`. */
export function isSpelled({ properties, items }: Shape, value: unknown): boolean {
  if (Array.isArray(value)) return !items || value.every((item) => isSpelled(items, item));
  if (!isObject(value) || properties.size === 0) return true;
  return Object.entries(value).every(([key, item]) => {
    const child = properties.get(key);
    return child && item !== undefined && isSpelled(child, item);
  });
}

/**
 * A value with its keys respelled, nested ones too, and without keys that hold `undefined`. Objects whose shape names
 * no keys are data and stay. Throws `invalid_input` when one name is spelled twice, with different values; `told` is the spelling of that name in the error.
 */
export function spellKeys(
  shape: Shape,
  value: unknown,
  spell: (key: string, shape: Shape, at: string) => string,
  told = (name: string) => name,
  at = "",
): unknown {
  const { properties, items } = shape;
  if (Array.isArray(value))
    return items ? value.map((item, index) => spellKeys(items, item, spell, told, `${at}${index}.`)) : value;
  if (!isObject(value) || properties.size === 0) return value;
  const spelled = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const name = spell(key, shape, at + key);
    const child = properties.get(key) ?? properties.get(name);
    const next = child ? spellKeys(child, item, spell, told, `${at}${key}.`) : item;
    if (spelled.has(name) && spelled.get(name) !== next) {
      throw new ToolError("invalid_input", `The call was given ${told(name)} twice.`, {
        hint: "Send it once.",
      });
    }
    if (next !== undefined) spelled.set(name, next);
  }
  return Object.fromEntries(spelled);
}
