import { ToolError } from "@holdall/tool-core";

const simple = ["number", "integer", "boolean", "date", "email", "url", "id"] as const;
type SimpleType = (typeof simple)[number];

/** The form in which a text is read: short values, which have no room for a sentence. */
export type ExtractSchema =
  | { readonly type: SimpleType }
  | { readonly type: "enum"; readonly values: readonly string[] }
  | { readonly type: "object"; readonly fields: Readonly<Record<string, ExtractSchema>> };

/** What JSON Schema and others call the simple forms. */
const otherNames: Readonly<Record<string, SimpleType>> = {
  int: "integer",
  float: "number",
  bool: "boolean",
  "date-time": "date",
  datetime: "date",
  uri: "url",
  link: "url",
  mail: "email",
  uuid: "id",
};
const maxDepth = 5;
const maxFields = 50;
const maxValues = 200;

/**
 * Read the form that a program asks for: `{ type }`, only the name of a type, or the JSON Schema of one. Throws
 * `invalid_input` if it is none of the forms.
 */
export function readExtractSchema(given: unknown, depth = 0): ExtractSchema {
  if (given === undefined) return { type: "id" };
  if (typeof given === "string") return readExtractSchema({ type: given });
  const asked = Object(given) as Readonly<Record<string, unknown>>;
  const values = asked.values ?? asked.enum;
  if (values !== undefined || asked.type === "enum") {
    const words = Array.isArray(values) ? values : [];
    const isList = words.length > 0 && words.length <= maxValues && words.every(isWord);
    return isList ? { type: "enum", values: words } : unknownForm(`enum needs \`values\`: up to ${maxValues} texts`);
  }
  const fields = asked.fields ?? asked.properties;
  if (fields !== undefined || asked.type === "object") {
    const entries = Object.entries(Object(fields) as Readonly<Record<string, unknown>>);
    if (entries.length === 0 || entries.length > maxFields || depth >= maxDepth)
      return unknownForm(`object needs \`fields\`: up to ${maxFields}, and up to ${maxDepth} objects in each other`);
    return {
      type: "object",
      fields: Object.fromEntries(entries.map(([key, field]) => [key, readExtractSchema(field, depth + 1)])),
    };
  }
  const name = String(asked.type === "string" ? asked.format : asked.type).toLowerCase();
  const type = simple.find((each) => each === name) ?? (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined);
  return type ? { type } : unknownForm("it does not know this type");
}

const isWord = (value: unknown): value is string => typeof value === "string" && value !== "";

function unknownForm(why: string): never {
  throw new ToolError("invalid_input", `$extract cannot read this form: ${why}.`, {
    hint: `Use { type } with ${simple.join(", ")}, enum with \`values\`, or object with \`fields\`.`,
  });
}
