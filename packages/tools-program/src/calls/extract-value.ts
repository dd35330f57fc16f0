import { ToolError } from "@holdall/tool-core";

/** The form in which a sealed text is read. */
export type ExtractSchema =
  | { readonly type: "number" | "integer" | "boolean" | "date" | "email" | "url" | "id" }
  | { readonly type: "enum"; readonly values: readonly string[] }
  | { readonly type: "object"; readonly fields: Readonly<Record<string, ExtractSchema>> };

/** Short values without spaces, which cannot hold a sentence. */
const patterns: Readonly<Record<string, RegExp>> = {
  number: /-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?/i,
  integer: /-?\d+/,
  date: /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?/,
  email: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/,
  url: /https?:\/\/[^\s<>"'`]{1,500}/i,
  id: /[\w-]*\d[\w-]*/,
};

/**
 * Read the first value of a form in a text; of an object, the fields of JSON. What it returns still counts as text of others
 * when it is passed to a tool.
 */
export function extractFrom(text: string, schema: ExtractSchema): unknown {
  const { type } = schema;
  if (type === "enum") {
    const found = schema.values.filter((value) => text.toLowerCase().includes(value.toLowerCase()));
    return found.length === 1 ? found[0] : refuse(`exactly one of ${schema.values.join(", ")}`, found.length);
  }
  if (type === "boolean") {
    const [yes, no] = [/\b(true|yes)\b/i.test(text), /\b(false|no)\b/i.test(text)];
    return yes !== no ? yes : refuse("either yes or no", Number(yes) + Number(no));
  }
  if (type === "object") {
    const fields = Object(parse(text)) as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(schema.fields).map(([key, of]) => [
        key,
        extractFrom(typeof fields[key] === "string" ? fields[key] : (JSON.stringify(fields[key]) ?? ""), of),
      ]),
    );
  }
  const pattern = patterns[type];
  if (!pattern)
    throw new ToolError("invalid_input", "$extract does not know this form.", {
      hint: `Use one of ${[...Object.keys(patterns), "boolean", "enum", "object"].join(", ")}.`,
    });
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) return refuse(`a value of type ${type}`, 0);
  return type === "number" || type === "integer" ? Number(found.replace(",", ".")) : found;
}

function refuse(wanted: string, found: number): never {
  throw new ToolError("invalid_input", `The text does not contain ${wanted} (${found} found).`, {
    hint: "Read it in another form, or return the text and decide with it.",
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
