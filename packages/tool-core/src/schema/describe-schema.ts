import { isObject, type JsonSchema } from "../json.ts";
import { branchesOf } from "./mismatch.ts";

/** What a place takes, in words: `a whole number from 1 to 10`, `one of "a" or "b"`, `a list of objects {path, line?}`. */
export function describeSchema(schema: JsonSchema, many = false): string {
  const { const: only, enum: values, type } = schema;
  if ("const" in schema) return show(only, 40);
  if (Array.isArray(values)) return `one of ${choice(values.map((each) => show(each, 40)))}`;
  const branches = branchesOf(schema);
  if (branches) return choice([...new Set(branches.map((each) => describeSchema(each, many)))]);
  if (Array.isArray(type)) return choice(type.map((each) => describeSchema({ ...schema, type: each }, many)));
  switch (type) {
    case "string":
      return `${many ? "texts" : "text"}${sizeOf(schema, "Length", "character")}`;
    case "integer":
      return `${many ? "whole numbers" : "a whole number"}${rangeOf(schema)}`;
    case "number":
      return `${many ? "numbers" : "a number"}${rangeOf(schema)}`;
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array": {
      const { items } = schema;
      const what = isObject(items) ? ` of ${describeSchema(items as JsonSchema, true)}` : "";
      return `${many ? "lists" : "a list"}${what}${sizeOf(schema, "Items", "entry", "entries")}`;
    }
    case "object":
      return `${many ? "objects" : "an object"}${keysOf(schema)}`;
    default:
      return many ? "values" : "a value";
  }
}

/** A value as JSON, with at most `max` characters. */
export function show(value: unknown, max: number): string {
  const limited = typeof value === "string" ? value.slice(0, max) : value;
  let shown: string;
  try {
    shown = JSON.stringify(limited) ?? String(limited);
  } catch {
    shown = "a value that is not JSON"; // it refers to itself, or is too deep
  }
  if (typeof value === "string" && value.length > max) return `${shown.slice(0, -1)}…"`;
  return shown.length > max + 2 ? `${shown.slice(0, max)}…` : shown;
}

/** `a, b or c`; at most twelve, and how many there are beyond. */
function choice(all: readonly string[]): string {
  const shown = all.slice(0, 12);
  if (all.length > shown.length) return `${shown.join(", ")} and ${all.length - shown.length} more`;
  return [shown.slice(0, -1).join(", "), shown.at(-1)].filter(Boolean).join(" or ");
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const parts = [
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
  ].filter(Boolean);
  return parts.length > 0 ? `, ${parts.join(" and ")}` : "";
}

function sizeOf(schema: JsonSchema, word: "Length" | "Items", unit: string, units = `${unit}s`): string {
  const [min, max] = [schema[`min${word}`], schema[`max${word}`]] as (number | undefined)[];
  const counted = (count: number) => `${count} ${count === 1 ? unit : units}`;
  const parts = [min && `at least ${counted(min)}`, max !== undefined && `at most ${counted(max)}`].filter(Boolean);
  return parts.length > 0 ? ` with ${parts.join(" and ")}` : "";
}

function keysOf({ properties, required }: JsonSchema): string {
  const names = Object.keys(properties ?? {});
  if (names.length === 0) return "";
  const needed = new Set(Array.isArray(required) ? required : []);
  const sorted = [...names.filter((name) => needed.has(name)), ...names.filter((name) => !needed.has(name))];
  const shown = sorted.slice(0, 8).map((name) => (needed.has(name) ? name : `${name}?`));
  return ` {${shown.join(", ")}${names.length > 8 ? ", …" : ""}}`;
}
