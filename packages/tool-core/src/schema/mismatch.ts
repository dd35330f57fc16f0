import { isObject, type JsonSchema } from "../json.ts";

/** One place of a value that its JSON Schema refuses. */
export interface Mismatch {
  readonly path: readonly PropertyKey[];
  /** What the place takes. */
  readonly schema: JsonSchema;
  /** What is there; undefined for what is missing. */
  readonly value: unknown;
  /** The key is not one of the object's. */
  readonly isUnknown?: true;
}

const maxLevels = 12;

/**
 * The places of a value that a schema refuses. Of a union, those of the branch that the value comes nearest to; where it
 * comes near none, the union itself. Words that this reading does not know refuse nothing.
 */
export function mismatches(schema: JsonSchema, value: unknown, path: readonly PropertyKey[] = []): Mismatch[] {
  if (path.length > maxLevels || schema.$ref !== undefined) return [];
  const here: Mismatch = { path, schema, value };
  const { const: only, enum: values, allOf } = schema;
  if ("const" in schema && only !== value) return [here];
  if (Array.isArray(values) && !values.includes(value)) return [here];
  const branches = branchesOf(schema);
  if (branches) {
    const found = branches.map((branch) => mismatches(branch, value, path));
    if (found.some((each) => each.length === 0)) return [];
    const near = found.filter((each) => each.every((one) => one.path.length > path.length));
    return near.toSorted((a, b) => distance(a) - distance(b))[0] ?? [here];
  }
  const parts = Array.isArray(allOf) ? (allOf as JsonSchema[]).flatMap((each) => mismatches(each, value, path)) : [];
  const isRefused = !isOfType(schema.type, value) || !isInBounds(schema, value);
  return [...parts, ...(isRefused ? [here] : inside(schema, value, path))];
}

export const branchesOf = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | undefined =>
  (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;

/** A wrong word that says which branch is meant counts most, then each place. */
const distance = (found: readonly Mismatch[]): number =>
  found.reduce((sum, { schema, value }) => sum + ("const" in schema && value !== undefined ? 100 : 1), 0);

function inside(schema: JsonSchema, value: unknown, path: readonly PropertyKey[]): Mismatch[] {
  if (Array.isArray(value)) {
    const { items, prefixItems } = schema as { items?: JsonSchema; prefixItems?: readonly JsonSchema[] };
    return value.slice(0, 200).flatMap((item, index) => {
      const each = prefixItems?.[index] ?? items;
      return isObject(each) ? mismatches(each, item, [...path, index]) : [];
    });
  }
  if (!isObject(value)) return [];
  const { properties = {}, required = [], additionalProperties } = schema as ObjectSchema;
  const missing = required
    .filter((key) => (value as Record<string, unknown>)[key] === undefined)
    .map((key) => ({ path: [...path, key], schema: properties[key] ?? {}, value: undefined }));
  const wrong = Object.entries(value).flatMap(([key, item]): Mismatch[] => {
    const at = [...path, key];
    if (item === undefined) return [];
    if (Object.hasOwn(properties, key)) return mismatches(properties[key] ?? {}, item, at);
    if (isObject(additionalProperties)) return mismatches(additionalProperties as JsonSchema, item, at);
    return additionalProperties === false ? [{ path: at, schema, value: item, isUnknown: true }] : [];
  });
  return [...missing, ...wrong];
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

function isOfType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((each) => isOfType(each, value));
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value) && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "number") return Number.isFinite(value);
  if (type === "null") return value === null;
  return type === "string" || type === "boolean" ? typeof value === type : true;
}

function isInBounds(schema: JsonSchema, value: unknown): boolean {
  const bound = (word: string, otherwise: number) =>
    typeof schema[word] === "number" ? (schema[word] as number) : otherwise;
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (typeof value === "number")
    return (
      value >= bound("minimum", low) &&
      value <= bound("maximum", high) &&
      value > bound("exclusiveMinimum", low) &&
      value < bound("exclusiveMaximum", high)
    );
  const word = typeof value === "string" ? "Length" : Array.isArray(value) ? "Items" : undefined;
  if (!word) return true;
  const { length } = value as string | readonly unknown[];
  return length >= bound(`min${word}`, 0) && length <= bound(`max${word}`, high);
}
