import type { JsonSchema } from "@holdall/tool-core";

export type FieldKind = "line" | "text" | "number" | "flag" | "choice" | "json";

/** One parameter of a tool, as a form asks for it. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly about: string;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
}

const texts = /^(content|contents|text|old_string|new_string|new_source|patch|command|prompt)$/;

/** The parameters of a schema, required ones first. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const properties = objectOf(schema.properties);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties)
    .map(([name, value]): Field => {
      const property = objectOf(value);
      const choices = Array.isArray(property.enum) ? property.enum.map(String) : [];
      const about = typeof property.description === "string" ? property.description : "";
      return { name, kind: kindOf(name, property, choices), about, isRequired: required.has(name), choices };
    })
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function kindOf(name: string, { type }: Record<string, unknown>, choices: readonly string[]): FieldKind {
  if (choices.length > 0) return "choice";
  if (type === "boolean") return "flag";
  if (type === "integer" || type === "number") return "number";
  if (type === "string") return texts.test(name) ? "text" : "line";
  return "json";
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** What was typed, as the input of a call: fields left empty are left out. Throws an `Error` for JSON that is none. */
export function inputOf(fields: readonly Field[], typed: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, isRequired }) => {
      const text = typed[name] ?? "";
      if (kind === "flag") return text === "true" ? [[name, true]] : [];
      if (text === "" && !(isRequired && kind === "text")) return [];
      if (kind === "number") return [[name, Number(text)]];
      return [[name, kind === "json" ? parse(name, text) : text]];
    }),
  );
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
