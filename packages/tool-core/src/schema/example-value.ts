import { isObject, type JsonSchema } from "../json.ts";
import { branchesOf, type Mismatch, mismatches } from "./mismatch.ts";

/** A text that the caller has to write. */
export const blank = "…";

/** A value that a schema takes, made as far as possible of the one that was sent. */
export function exampleValue(schema: JsonSchema, sent: unknown, level = 0): unknown {
  const { const: only, enum: values, examples, default: usual, type } = schema;
  if (sent !== undefined && mismatches(schema, sent).length === 0) return sent;
  if ("const" in schema) return only;
  if (Array.isArray(values)) return nearestOf(values, sent);
  const branches = branchesOf(schema);
  if (branches) return ofBranches(branches, sent, level);
  const kind = Array.isArray(type) ? type[0] : type;
  const single = Array.isArray(sent) && kind !== "array" ? sent[0] : sent;
  if (kind === "array" || kind === "object") return ofMany(schema, kind, sent, level);
  if (kind === "string" && (typeof single === "number" || typeof single === "boolean")) return String(single);
  if (kind === "string" && typeof single === "string" && mismatches(schema, single).length === 0) return single;
  if (kind === "integer" || kind === "number") return numberIn(schema, single, kind);
  if (kind === "boolean") return !/^(no|off|false|0)?$/i.test(String(single ?? "yes"));
  if (Array.isArray(examples)) return examples[0];
  return kind === "null" ? null : (usual ?? blank);
}

/** The sent value with every refused place as the schema takes it. */
export const corrected = (value: unknown, found: readonly Mismatch[]): unknown =>
  found.reduce((whole, { path, schema, value: sent, isUnknown }) => {
    return replaceAt(whole, path, isUnknown ? undefined : exampleValue(schema, sent));
  }, value);

function replaceAt(whole: unknown, [step, ...rest]: readonly PropertyKey[], value: unknown): unknown {
  if (step === undefined) return value;
  const inner = replaceAt(Object(whole)[step], rest, value);
  if (Array.isArray(whole)) return whole.with(Number(step), inner);
  return { ...(isObject(whole) ? whole : {}), [step]: inner };
}

function ofBranches(branches: readonly JsonSchema[], sent: unknown, level: number): unknown {
  const tried = branches.map((branch) => exampleValue(branch, sent, level));
  const words = sent === undefined ? "" : JSON.stringify(sent).replace(/[{}[\]"]/g, "");
  // The one that keeps what was sent.
  return tried.find((each) => words && JSON.stringify(each)?.includes(words)) ?? tried[0];
}

function ofMany(schema: JsonSchema, kind: "array" | "object", sent: unknown, level: number): unknown {
  const { items, properties, required } = schema as {
    items?: JsonSchema;
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  if (level > 4) return kind === "array" ? [] : {};
  if (kind === "array") {
    const list = Array.isArray(sent) ? sent.slice(0, 2) : [sent];
    return list.map((each) => (items ? exampleValue(items, each, level + 1) : (each ?? blank)));
  }
  const given = isObject(sent) && !Array.isArray(sent) ? (sent as Record<string, unknown>) : {};
  // A value alone is most likely its content, or what its first text is for.
  const first = properties?.content ? ["content"] : Object.keys(properties ?? {}).slice(0, 1);
  const needed = required ?? (isObject(sent) ? [] : first);
  const alone = isObject(sent) ? undefined : needed.find((key) => properties?.[key]?.type === "string");
  return Object.fromEntries([
    ...needed.map((key) => {
      const own = key === alone ? sent : given[key];
      return [key, exampleValue(properties?.[key] ?? {}, own, level + 1)];
    }),
    ...Object.entries(given).filter(
      ([key, value]) => !needed.includes(key) && properties?.[key] && mismatches(properties[key], value).length === 0,
    ),
  ]);
}

function nearestOf(values: readonly unknown[], sent: unknown): unknown {
  const folded = (value: unknown) => String(value).toLowerCase().replace(/\W|_/g, "");
  const wanted = folded(sent);
  return values.find((each) => wanted && (folded(each).includes(wanted) || wanted.includes(folded(each)))) ?? values[0];
}

function numberIn(schema: JsonSchema, sent: unknown, kind: string): number {
  const { minimum, maximum, exclusiveMinimum } = schema as Record<string, number | undefined>;
  const { default: usual, description, examples } = schema;
  const [, named] = /\bdefault (\d+)\b/i.exec(String(description)) ?? [];
  const known = [Array.isArray(examples) ? examples[0] : undefined, usual, named, 10];
  const read = [sent, ...known].map((each) => Number.parseFloat(String(each)));
  const value = read.find(Number.isFinite) ?? 1;
  const least = minimum ?? (exclusiveMinimum === undefined ? value : exclusiveMinimum + 1);
  const bounded = Math.min(Math.max(value, least), maximum ?? value);
  return kind === "integer" ? Math.round(bounded) : bounded;
}
