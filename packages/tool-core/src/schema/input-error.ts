import { ToolError } from "../error.ts";
import { isObject, type JsonSchema } from "../json.ts";
import { describeSchema, show } from "./describe-schema.ts";
import { corrected } from "./example-value.ts";
import { type Mismatch, mismatches } from "./mismatch.ts";
import { type Issue, stepsOf } from "./schema.ts";
import { shapeOf, spellKeys } from "./shape.ts";

const maxNamed = 3;
const maxExample = 400;

/** An issue of a schema, and the spelling of names in messages. */
export interface Refused {
  readonly schema: JsonSchema;
  /** As the validator saw it. */
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** As it was sent, before values were coerced. */
  readonly sent?: unknown;
  readonly spell?: (param: string) => string;
}

/** The reason why a value was refused, in one sentence, and the corrected value if it can be determined. */
export interface Refusal {
  readonly told: string;
  readonly example: string | undefined;
}

/**
 * Say what each refused place takes, and what was sent, and make an example of the caller's values. What only the validator
 * knows is in its words.
 */
export function explain({ schema, value, issues, sent = value, spell = String }: Refused): Refusal {
  const places = issues.map(stepsOf);
  const found = mismatches(schema, value).filter(({ path }) => places.some((place) => isOneLine(place, path)));
  const asSent = found.map((each) => ({ ...each, value: valueAt(sent, each.path) ?? each.value }));
  const known = issues.filter((issue) => !found.some(({ path }) => isOneLine(stepsOf(issue), path)));
  const nameOf = (path: readonly PropertyKey[]) =>
    path
      .map((step) => (typeof step === "string" ? spell(step) : String(step)))
      .join(".")
      .slice(0, 80);
  const told = [
    ...asSent.map((each) => sentence(each, nameOf(each.path), spell)),
    ...known.map((issue) => [nameOf(stepsOf(issue)), brief(issue.message)].filter(Boolean).join(": ")),
  ];
  const more = told.length > maxNamed ? `; ${told.length - maxNamed} more` : "";
  const rest = asSent.some((each) => Array.isArray(each.value) && each.value.length > 1 && isText(each.schema))
    ? ", and call once for each"
    : "";
  const spellAll = (example: unknown) =>
    spellKeys(shapeOf(schema), example, (key, { properties }) => (properties.has(key) ? spell(key) : key));
  return {
    told: `${told.slice(0, maxNamed).join("; ")}${more}`.replace(/\.$/, ""),
    example:
      isObject(value) && found.length > 0
        ? shorten(spellAll(corrected(value, asSent)), asSent, nameOf) + rest
        : undefined,
  };
}

/** The error of an input that the schema of its tool refuses. */
export function inputError(tool: string, refused: Refused): ToolError {
  const { told, example } = explain(refused);
  return new ToolError("invalid_input", `${tool}: ${told}.`, {
    hint: example === undefined ? "Correct it and call again." : `Send ${example}.`,
  });
}

const brief = (message: string): string => (message.length > 200 ? `${message.slice(0, 199)}…` : message);

const isText = ({ type }: JsonSchema) => type === "string";

function sentence({ schema, value, isUnknown }: Mismatch, name: string, spell: (param: string) => string): string {
  const named = Object.entries((schema.properties ?? {}) as object).map(([key, each]) => [spell(key), each]);
  const spelled = { ...schema, ...(named.length > 0 && { properties: Object.fromEntries(named) }) };
  if (isUnknown) return `${name} is not a key of ${describeSchema(spelled)}`;
  const taken = describeSchema(spelled);
  const about = typeof schema.description === "string" ? ` (${firstSentence(schema.description)})` : "";
  if (value === undefined) return `${name || "the input"} is missing, which takes ${taken}${about}`;
  return `${name || "the input"} takes ${taken}, not ${show(value, 60)}`;
}

const firstSentence = (text: string) => (text.split(/(?<=[.;])\s/, 1)[0] ?? text).replace(/[.;]$/, "").slice(0, 120);

/** The example with long texts cut; where it is too long still, only the places that were refused. */
function shorten(example: unknown, found: readonly Mismatch[], nameOf: (path: readonly PropertyKey[]) => string) {
  const cut = (value: unknown, level = 0): unknown => {
    if (typeof value === "string") return value.length > 60 ? `${value.slice(0, 50)}…` : value;
    if (!isObject(value)) return value;
    if (level > 5) return "…";
    if (Array.isArray(value)) return value.slice(0, 3).map((each) => cut(each, level + 1));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, level + 1)]));
  };
  const whole = JSON.stringify(cut(example));
  if (whole.length <= maxExample) return whole;
  const heads = new Set(found.map(({ path }) => nameOf(path.slice(0, 1))));
  const parts = Object.entries(Object(cut(example))).filter(([key]) => heads.has(key));
  return show(Object.fromEntries(parts), maxExample);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (isObject(at) ? (at as Record<PropertyKey, unknown>)[step] : undefined),
    value,
  );
}

/** Whether one place is the other, or holds it. */
function isOneLine(a: readonly PropertyKey[], b: readonly PropertyKey[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((step, index) => String(step) === String(b[index]));
}
