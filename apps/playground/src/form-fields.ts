import type { JsonSchema } from "@holdall/tool-core";

export type FieldKind = "line" | "path" | "text" | "number" | "flag" | "choice" | "list" | "json";

/** One parameter of a tool, as a form asks for it. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly about: string;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  /** What is in the field at first: for JSON that is required, its shape. */
  readonly start: string;
}

const texts = /^(content|contents|text|old_string|new_string|new_source|patch|command|prompt|markdown|code)$/;
const paths = /^(path|from|to|output_path)$/;

/** The parameters of a schema, required ones first. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(objectOf(schema.properties))
    .map(([name, value]): Field => {
      const property = objectOf(value);
      const choices = Array.isArray(property.enum) ? property.enum.map(String) : [];
      const about = typeof property.description === "string" ? property.description : "";
      const isRequired = required.has(name);
      const kind = kindOf(name, property, choices);
      const start = kind === "json" && isRequired ? JSON.stringify(emptyOf(property), null, 1) : "";
      return { name, kind, about, isRequired, choices, start };
    })
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function kindOf(name: string, { type, items }: Record<string, unknown>, choices: readonly string[]): FieldKind {
  if (choices.length > 0) return "choice";
  if (type === "boolean") return "flag";
  if (type === "integer" || type === "number") return "number";
  if (type === "array" && objectOf(items).type === "string" && !("enum" in objectOf(items))) return "list";
  if (type !== "string") return "json";
  return texts.test(name) ? "text" : paths.test(name) ? "path" : "line";
}

/** A value of a schema with nothing in it: one entry in a list, the strings of an object that are required or all. */
function emptyOf({ type, items, properties, required, enum: choices }: Record<string, unknown>): unknown {
  if (Array.isArray(choices)) return choices[0];
  if (type === "array") return [emptyOf(objectOf(items))];
  if (type === "object") {
    const needed = Array.isArray(required) ? required : undefined;
    const entries = Object.entries(objectOf(properties)).filter(([name]) => needed?.includes(name) ?? true);
    return Object.fromEntries(entries.map(([name, value]) => [name, emptyOf(objectOf(value))]));
  }
  return type === "boolean" ? false : type === "integer" || type === "number" ? 0 : "";
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** What was typed, as the input of a call: fields left empty are left out. Throws an `Error` for JSON that is none. */
export function inputOf(fields: readonly Field[], typed: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, isRequired, start }) => {
      const text = typed[name] ?? start;
      if (kind === "flag") return text === "true" ? [[name, true]] : [];
      if (text === "" && !(isRequired && kind === "text")) return [];
      if (kind === "number") return [[name, Number(text)]];
      if (kind === "list") return [[name, entriesOf(text)]];
      return [[name, kind === "json" ? parse(name, text) : text]];
    }),
  );
}

/** One entry a line; blank lines are none. */
const entriesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
