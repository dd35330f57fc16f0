import { ToolError } from "@holdall/tool-core";
import type { ExtractSchema } from "./extract-schema.ts";

/** Short values without spaces, which cannot hold a sentence. */
const patterns = {
  number: /-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?/i,
  integer: /-?\d+/,
  date: /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?/,
  email: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/,
  url: /https?:\/\/[^\s<>"'`]{1,500}/i,
  id: /(?<![\w-])[\w-]{0,200}?\d[\w-]{0,200}/,
} as const;
const wholly = Object.fromEntries(
  Object.entries(patterns).map(([type, { source, flags }]) => [type, new RegExp(`^(?:${source})$`, flags)]),
);
const maxChars = 600;

/** A text that has no value of the form that was asked for, or several. */
export interface NotFound {
  readonly wanted: string;
  readonly found: number;
}
export type Extracted = { readonly value: unknown } | NotFound;

/** Read the first value of a form in a text; of an object, the fields of JSON. */
export function extractFrom(text: string, schema: ExtractSchema): Extracted {
  const { type } = schema;
  if (type === "enum") {
    const found = schema.values.filter((value) => wordsOf(value).test(text));
    return found.length === 1 ? { value: found[0] } : { wanted: wantedOf(schema), found: found.length };
  }
  if (type === "boolean") {
    const [yes, no] = [/\b(true|yes)\b/i.test(text), /\b(false|no)\b/i.test(text)];
    return yes !== no ? { value: yes } : { wanted: wantedOf(schema), found: Number(yes) + Number(no) };
  }
  if (type === "object") {
    const given = Object(parse(text)) as Readonly<Record<string, unknown>>;
    return fieldsOf(schema, (key, of) => {
      const field = Object.hasOwn(given, key) ? given[key] : undefined;
      return extractFrom(typeof field === "string" ? field : (JSON.stringify(field) ?? ""), of);
    });
  }
  // 1,234 is a thousand in one language and a fraction in another: not for the parser to decide.
  const isGrouped = /\d[,.'’\u00a0\u202f ]\d{3}(?!\d)/.test(text);
  const isPlain = /^\s*-?\d+(?:\.\d+)?\s*$/.test(text);
  const isUnclear = (type === "number" || type === "integer") && isGrouped && !isPlain;
  const [found] = (isUnclear ? undefined : patterns[type].exec(text)) ?? [];
  if (found === undefined) return { wanted: wantedOf(schema), found: 0 };
  return { value: type === "number" || type === "integer" ? Number(found.replace(",", ".")) : found };
}

/** A value as whole words. */
const wordsOf = (value: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${value.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "iu");

/** Read what a model has answered: the whole answer has the form, or it is not taken. Fields that were not asked for are left out. */
export function acceptAnswer(answer: unknown, schema: ExtractSchema): Extracted {
  const { type } = schema;
  const refused = { wanted: wantedOf(schema), found: 0 };
  if (type === "object") {
    if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return refused;
    const given = answer as Readonly<Record<string, unknown>>;
    return fieldsOf(schema, (key, of) => acceptAnswer(Object.hasOwn(given, key) ? given[key] : undefined, of));
  }
  if (type === "boolean") return typeof answer === "boolean" ? { value: answer } : refused;
  if (type === "number" || type === "integer") {
    const isFit = type === "number" ? Number.isFinite(answer) : Number.isSafeInteger(answer);
    return isFit ? { value: answer } : refused;
  }
  if (typeof answer !== "string" || answer.length > maxChars) return refused;
  if (type === "enum") {
    const value = schema.values.find((each) => each.toLowerCase() === answer.trim().toLowerCase());
    return value === undefined ? refused : { value };
  }
  return wholly[type]?.test(answer) ? { value: answer } : refused;
}

/** The error of a text without the value. It repeats nothing of the text. */
export const notFound = ({ wanted, found }: NotFound, byModel: boolean): ToolError =>
  new ToolError(
    "invalid_input",
    byModel
      ? `The model that read the text gave no answer that is ${wanted}.`
      : `The text does not contain ${wanted} (${found} found).`,
    { hint: "Read it in another form, or return the text and decide with it." },
  );

const wantedOf = (schema: ExtractSchema): string => {
  if (schema.type === "enum") return `exactly one of ${schema.values.join(", ")}`;
  if (schema.type === "boolean") return "either yes or no";
  return `a value of type ${schema.type}`;
};

function fieldsOf(
  { fields }: Extract<ExtractSchema, { readonly type: "object" }>,
  read: (key: string, schema: ExtractSchema) => Extracted,
): Extracted {
  const values: [string, unknown][] = [];
  for (const [key, schema] of Object.entries(fields)) {
    const field = read(key, schema);
    if (!("value" in field)) return { ...field, wanted: `${field.wanted} as ${key}` };
    values.push([key, field.value]);
  }
  return { value: Object.fromEntries(values) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
