import { once } from "./_once.ts";
import { isSpelled, shapeOf, spellKeys } from "./_shape.ts";
import { ToolError } from "./error.ts";
import { foldName } from "./names.ts";
import { nearest } from "./nearest.ts";
import { isForeign, schemaError, stepsOf, toJsonSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

/**
 * Arguments as a model or host sent them → validated input: parse JSON text, spell keys as the tool does, validate.
 * What the validator refuses is mended where the meaning is plain, as long as that gets further: JSON text becomes what
 * it says, and `null` is left out. Nothing else is guessed. The error speaks of what was sent, not of what was mended.
 */
export async function prepareInput(tool: Tool, raw: unknown): Promise<unknown> {
  const { validate } = tool.input["~standard"];
  let input = fitKeys(tool, typeof raw === "string" ? parse(tool, raw || "{}") : (raw ?? {}));
  let checked = await validate(input);
  const sent = checked.issues;
  while (sent && checked.issues) {
    const mended = checked.issues.reduce((value, issue) => mend(value, stepsOf(issue)), input);
    if (Object.is(mended, input)) throw schemaError("invalid_input", tool.name, sent);
    input = fitKeys(tool, mended);
    checked = await validate(input);
  }
  return checked.value;
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
function mend(value: unknown, [step, ...rest]: readonly PropertyKey[]): unknown {
  if (step !== undefined) {
    const before = Object(value)[step];
    const after = mend(before, rest);
    if (Object.is(after, before)) return value;
    return Array.isArray(value) ? value.with(Number(step), after) : { ...(value as object), [step]: after };
  }
  if (typeof value !== "string") return value ?? undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Irregular spellings of a tool's parameters, folded → canonical. */
const aliasesOf = once(({ aliases: { params = {}, claude, camel } = {} }: Tool) => {
  const spelled = [claude, camel].flatMap((dialect) => Object.entries(dialect?.params ?? {}));
  const accepted = Object.entries(params).map(([spelling, name]) => [name, spelling] as const);
  return new Map([...spelled, ...accepted].map(([name, spelling]) => [foldName(spelling), name]));
});

/** The input with every key in its canonical spelling. Throws `invalid_input` for a key the tool does not know. */
function fitKeys(tool: Tool, input: unknown): unknown {
  const shape = shapeOf(toJsonSchema(tool.input));
  if (isSpelled(shape, input)) return input;
  return spellKeys(shape, input, (key, { properties, folded, open }, at) => {
    if (properties.has(key)) return key;
    const fold = foldName(key);
    const name = folded.get(fold) ?? aliasesOf(tool).get(fold) ?? key;
    if (properties.has(name)) return name;
    if (open || isForeign(tool.input)) return key; // something else checks it
    const known = [...properties.keys()];
    const [close] = nearest(key, known, 1);
    throw new ToolError("invalid_input", `${tool.name} has no parameter "${at.slice(0, 80)}".`, {
      hint: `${close ? `Did you mean ${close}?` : "Leave it out."} It takes ${known.join(", ")}.`,
    });
  });
}
