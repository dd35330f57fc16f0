import type { JsonSchema } from "@holdall/tool-core";

/** Levels of a schema that are written out; deeper ones are `unknown`. */
const maxDepth = 6;

interface SchemaContext {
  readonly root: JsonSchema;
  readonly depth: number;
  /** References that are being followed. */
  readonly open: ReadonlySet<string>;
}

/** A JSON Schema as a TypeScript type, on one line. Anything that cannot be expressed is `unknown`. */
export const typeOfSchema = (schema: JsonSchema): string => typeAt(schema, { root: schema, depth: 0, open: new Set() });

function typeAt(schema: unknown, place: SchemaContext): string {
  if (schema === true) return "unknown";
  if (schema === false) return "never";
  if (typeof schema !== "object" || schema === null || place.depth > maxDepth) return "unknown";
  const each = schema as Readonly<Record<string, unknown>>;
  const below = { ...place, depth: place.depth + 1 };
  if (typeof each.$ref === "string") return referred(each.$ref, place);
  if ("const" in each) return literal(each.const);
  if (Array.isArray(each.enum)) return union(each.enum.map(literal));
  const choices = each.anyOf ?? each.oneOf;
  if (Array.isArray(choices)) return union(choices.map((choice) => typeAt(choice, below)));
  if (Array.isArray(each.allOf))
    return join(
      each.allOf.map((part) => typeAt(part, below)),
      " & ",
    );
  const type = Array.isArray(each.type)
    ? union(each.type.map((one) => typeOf(String(one), each, below)))
    : typeOf(String(each.type ?? guess(each)), each, below);
  return each.nullable === true ? union([type, "null"]) : type;
}

function typeOf(type: string, schema: Readonly<Record<string, unknown>>, below: SchemaContext): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "array") {
    const tuple = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : undefined);
    if (Array.isArray(tuple)) return `(${union(tuple.map((item) => typeAt(item, below)))})[]`;
    const item = typeAt(schema.items ?? true, below);
    return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`;
  }
  return type === "object" ? objectType(schema, below) : "unknown";
}

function objectType(schema: Readonly<Record<string, unknown>>, below: SchemaContext): string {
  const properties = Object.entries(Object(schema.properties) as object);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const rest = schema.additionalProperties;
  const open = typeof rest === "object" && rest !== null ? typeAt(rest, below) : "unknown";
  if (properties.length === 0) return rest === false ? "{}" : `Record<string, ${open}>`;
  const fields = properties.map(
    ([name, value]) => `${key(name)}${required.has(name) ? "" : "?"}: ${typeAt(value, below)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

function referred(ref: string, place: SchemaContext): string {
  if (place.open.has(ref) || !ref.startsWith("#")) return "unknown";
  const steps = ref.slice(1).split("/").filter(Boolean);
  const target = steps.reduce<unknown>((value, step) => Object(value)[decodeStep(step)], place.root);
  return typeAt(target, { ...place, depth: place.depth + 1, open: new Set([...place.open, ref]) });
}

function decodeStep(step: string): string {
  const plain = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

const guess = (schema: Readonly<Record<string, unknown>>): string =>
  "properties" in schema || "additionalProperties" in schema ? "object" : "items" in schema ? "array" : "unknown";

const literal = (value: unknown): string =>
  value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value)
    ? JSON.stringify(value)
    : "unknown";

const union = (types: readonly string[]): string => join(types, " | ");

function join(types: readonly string[], by: string): string {
  const each = [...new Set(types)];
  if (each.length === 0) return "unknown";
  if (by === " | " && each.includes("unknown")) return "unknown";
  return each.length === 1
    ? (each[0] ?? "unknown")
    : each.map((type) => (/[&|]/.test(type) ? `(${type})` : type)).join(by);
}

/** A name as it may be in a type. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
