import { ToolError } from "../error.ts";
import { isObject, type JsonSchema } from "../json.ts";
import { type Dialect, foldName } from "../registry/dialect.ts";
import { paramName, toolName } from "../registry/names.ts";
import { nearest } from "../registry/nearest.ts";
import { once } from "../schema/memoize.ts";
import { isForeign, stepsOf, toJsonSchema } from "../schema/schema.ts";
import { isSpelled, type Shape, shapeOf, spellKeys } from "../schema/shape.ts";
import type { Tool } from "../tool.ts";
import { readForeign } from "./read-foreign.ts";

/** Input that its tool's schema has passed, and sentences for the model about its arguments. */
interface Prepared {
  readonly input: unknown;
  readonly notes: readonly string[];
}

/** How a call was made: by which name, by a model of which dialect. */
interface Manner {
  readonly name: string;
  readonly dialect: Dialect;
}

/**
 * Arguments as a model or host sent them → validated input: parse JSON text, read what other agents' tools would be given,
 * spell keys as the tool does, validate. What the validator refuses is mended where the meaning is plain, as long as that
 * gets further: JSON text becomes what it says, a single value a list of one or the content of an object, a list of one its
 * value, and `null` is left out. Nothing else is guessed. The error speaks of what is still refused, as it was sent.
 */
export async function prepareInput(tool: Tool, raw: unknown, { name, dialect }: Manner): Promise<Prepared> {
  const { validate } = tool.input["~standard"];
  const schema = toJsonSchema(tool.input);
  const notes: string[] = [];
  const written = typeof raw === "string" ? parse(tool, raw || "{}") : (raw ?? {});
  const defaults = dialect === "snake" ? undefined : tool.aliases?.[dialect]?.defaults;
  const spell = (value: unknown) => {
    const fitted = fitKeys(tool, value, dialect);
    return defaults && isObject(fitted) ? { ...defaults, ...fitted } : fitted;
  };
  let input = readForeign(tool, written, { name: foldName(name), dialect }, spell, notes);
  let checked = await validate(input);
  const sent = input;
  while (checked.issues) {
    const coerced = checked.issues.reduce((value, issue) => coerce(value, stepsOf(issue), schema), input);
    if (Object.is(coerced, input)) {
      const refused = { schema, value: input, sent, issues: checked.issues };
      const { inputError } = await import("../schema/input-error.ts"); // what few calls need
      throw inputError(toolName(tool, dialect), { ...refused, spell: (param) => paramName(tool, param, dialect) });
    }
    input = spell(coerced);
    checked = await validate(input);
  }
  return { input: checked.value, notes };
}

function parse(tool: Tool, raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (cause) {
    throw new ToolError(
      "invalid_input",
      `The arguments of ${tool.name} are not valid JSON: ${(cause as Error).message}`,
      { hint: "Send one JSON object, with its strings escaped.", cause },
    );
  }
}

/** The value with one refused place in it mended; the same value when there is nothing to mend. */
function coerce(value: unknown, [step, ...rest]: readonly PropertyKey[], schema: JsonSchema): unknown {
  if (step !== undefined) {
    const before = Object(value)[step];
    const { properties, items } = schema as { properties?: JsonSchema; items?: JsonSchema };
    const after = coerce(before, rest, ((properties?.[String(step)] ?? items) as JsonSchema | undefined) ?? {});
    if (Object.is(after, before)) return value;
    return Array.isArray(value) ? value.with(Number(step), after) : { ...(value as object), [step]: after };
  }
  if (Array.isArray(value)) return value.length === 1 && isPlain(schema) ? value[0] : value;
  const isAlone = schema.type === "array" && value !== null && value !== undefined;
  if (typeof value !== "string") return isAlone ? [value] : (value ?? undefined);
  if (schema.type === "string") return value;
  const parsed = fromJson(value);
  if (parsed !== undefined) return parsed;
  if (isAlone) return [value];
  const { content } = (schema.properties ?? {}) as { content?: JsonSchema };
  return content?.type === "string" ? { content: value } : value;
}

const isPlain = ({ type }: JsonSchema) => typeof type === "string" && type !== "array";

function fromJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Irregular spellings of a tool's parameters, folded → canonical. */
const aliasesOf = once(({ aliases: { params = {}, claude, camel } = {} }: Tool) => {
  const spelled = [claude, camel].flatMap((dialect) => Object.entries(dialect?.params ?? {}));
  const accepted = Object.entries(params).map(([spelling, name]) => [name, spelling] as const);
  return new Map([...spelled, ...accepted].map(([name, spelling]) => [foldName(spelling), name]));
});

/** The input with every key in its canonical spelling. Throws `invalid_input` for a key the tool does not know. */
function fitKeys(tool: Tool, input: unknown, dialect: Dialect): unknown {
  const shape = shapeOf(toJsonSchema(tool.input));
  if (isSpelled(shape, input)) return input;
  const spelled = (key: string) => paramName(tool, key, dialect);
  const spellKey = (key: string, { properties, folded, open }: Shape, at: string) => {
    if (properties.has(key)) return key;
    const fold = foldName(key);
    const name = folded.get(fold) ?? aliasesOf(tool).get(fold) ?? key;
    if (properties.has(name)) return name;
    if (open || isForeign(tool.input)) return key; // something else checks it
    const known = [...properties.keys()].map(spelled);
    const [close] = nearest(key, known, 1);
    throw new ToolError("invalid_input", `${toolName(tool, dialect)} has no parameter "${at.slice(0, 80)}".`, {
      hint: `${close ? `Did you mean ${close}? ` : ""}It takes ${known.join(", ")}.`,
    });
  };
  return spellKeys(shape, input, spellKey, spelled);
}
