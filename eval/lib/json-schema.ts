import { isDeepStrictEqual } from "node:util";

/** The words of JSON Schema draft 4 that nbformat's schemas use. */
export interface JsonSchema4 {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly uniqueItems?: boolean;
  readonly items?: JsonSchema4;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema4>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema4>>;
  readonly additionalProperties?: boolean | JsonSchema4;
  readonly oneOf?: readonly JsonSchema4[];
  readonly not?: JsonSchema4;
}

/** True when a value satisfies a schema; `$ref` points into `root`. */
export function satisfies(value: unknown, schema: JsonSchema4, root: JsonSchema4 = schema): boolean {
  const fits = (item: unknown, part: JsonSchema4) => satisfies(item, part, root);
  if (schema.$ref) {
    const parts = schema.$ref.slice(2).split("/");
    return fits(
      value,
      parts.reduce<object>((at, part) => (at as Record<string, object>)[part] ?? {}, root) as JsonSchema4,
    );
  }
  if (schema.type && ![schema.type].flat().some((type) => isOf(type as string, value))) return false;
  if (schema.enum && !schema.enum.some((item) => isDeepStrictEqual(item, value))) return false;
  if (schema.oneOf && schema.oneOf.filter((part) => fits(value, part)).length !== 1) return false;
  if (schema.not && fits(value, schema.not)) return false;
  if (typeof value === "string") {
    const { pattern, minLength = 0, maxLength = Infinity } = schema;
    return value.length >= minLength && value.length <= maxLength && (!pattern || new RegExp(pattern).test(value));
  }
  if (typeof value === "number") return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (Array.isArray(value)) {
    const unique = !schema.uniqueItems || new Set(value.map((item) => JSON.stringify(item))).size === value.length;
    return unique && (!schema.items || value.every((item) => fits(item, schema.items as JsonSchema4)));
  }
  return value === null || typeof value !== "object" || membersSatisfy(value, schema, fits);
}

function membersSatisfy(
  value: object,
  schema: JsonSchema4,
  fits: (item: unknown, part: JsonSchema4) => boolean,
): boolean {
  const { required = [], properties = {}, patternProperties = {}, additionalProperties = true } = schema;
  if (!required.every((key) => key in value)) return false;
  return Object.entries(value).every(([key, item]) => {
    const named = [...(key in properties ? [properties[key]] : [])] as JsonSchema4[];
    for (const [pattern, part] of Object.entries(patternProperties))
      if (new RegExp(pattern).test(key)) named.push(part);
    if (named.length > 0) return named.every((part) => fits(item, part));
    return typeof additionalProperties === "boolean" ? additionalProperties : fits(item, additionalProperties);
  });
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}
