import { type Shape, shapeOf } from "./_shape.ts";
import { ToolError } from "./error.ts";
import { foldName } from "./names.ts";
import { nearest } from "./nearest.ts";
import { toJsonSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

/** How one tool's input is read: its shape, and every spelling of every parameter, nested ones too. */
interface Plan {
  readonly name: string;
  readonly shape: Shape;
  /** Exact spelling, or its fold → canonical parameter. */
  readonly spellings: ReadonlyMap<string, string>;
  /** Something else checks the input, so keys without a name here pass. */
  readonly open: boolean;
  /** Also mend what models send in the wrong type. */
  readonly mending: boolean;
}

const plans = new WeakMap<Tool, Plan>();

/**
 * The input with every key in its canonical spelling, nested keys included; the same object when nothing had to change.
 * With `mending` also what a model probably meant: numbers and booleans sent as text, lists and objects sent as JSON
 * text, `null` for a parameter that may be left out. Nothing else is guessed.
 * Throws `invalid_input` for a key the tool does not know, and for one given twice with different values.
 */
export function fitInput(tool: Tool, input: unknown, mending = false): unknown {
  let plan = plans.get(tool);
  if (!plan) {
    plan = planFor(tool);
    plans.set(tool, plan);
  }
  return fitValue(mending ? { ...plan, mending } : plan, plan.shape, input, "");
}

function planFor({ name, aliases = {}, input }: Tool): Plan {
  const shape = shapeOf(toJsonSchema(input));
  const spellings = new Map<string, string>();
  const add = (spelled: string, canonical: string) =>
    spellings.set(foldName(spelled), canonical).set(spelled, canonical);
  for (const [spelled, canonical] of Object.entries(aliases.params ?? {})) add(spelled, canonical);
  for (const params of [aliases.claude?.params, aliases.camel?.params]) {
    for (const [canonical, spelled] of Object.entries(params ?? {})) add(spelled, canonical);
  }
  const addAll = ({ properties, items }: Shape) => {
    for (const [key, child] of properties) {
      add(key, key);
      addAll(child);
    }
    if (items) addAll(items);
  };
  addAll(shape);
  return { name, shape, spellings, open: input["~standard"].vendor === "holdall", mending: false };
}

function fitValue(
  plan: Plan,
  { properties, required, types, items, open }: Shape,
  input: unknown,
  at: string,
): unknown {
  const value = plan.mending && typeof input === "string" && !types.has("string") ? mendText(types, input) : input;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (!items) return value;
    const fitted = value.map((item, index) => fitValue(plan, items, item, `${at}${index}.`));
    return fitted.some((item, index) => item !== value[index]) ? fitted : value;
  }
  if (properties.size === 0) return value;
  const fitted = new Map<string, unknown>();
  let changed = value !== input;
  for (const [key, item] of Object.entries(value)) {
    const name = properties.has(key) ? key : (plan.spellings.get(key) ?? plan.spellings.get(foldName(key)) ?? key);
    const child = properties.get(name);
    if (!child && !open && !plan.open) throw unknownKey(plan, properties, at + key);
    if (plan.mending && item === null && child && !required.has(name) && !child.types.has("null")) {
      changed = true;
      continue;
    }
    const next = child ? fitValue(plan, child, item, `${at}${key}.`) : item;
    if (fitted.has(name) && fitted.get(name) !== next) {
      throw new ToolError("invalid_input", `${plan.name} was given ${name} twice, with different values.`, {
        hint: `Send ${name} once.`,
      });
    }
    changed ||= name !== key || next !== item;
    fitted.set(name, next);
  }
  return changed ? Object.fromEntries(fitted) : value;
}

function mendText(types: ReadonlySet<unknown>, value: string): unknown {
  const number = types.has("integer") || types.has("number");
  const json = (types.has("array") && /^\s*\[/.test(value)) || (types.has("object") && /^\s*\{/.test(value));
  const scalar =
    (number && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) || (types.has("boolean") && /^(true|false)$/.test(value));
  if (!json && !scalar) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value; // the validator names what is wrong with it
  }
}

function unknownKey({ name }: Plan, properties: ReadonlyMap<string, Shape>, path: string): ToolError {
  const known = [...properties.keys()];
  const [close] = nearest(path.slice(path.lastIndexOf(".") + 1), known, 1);
  return new ToolError("invalid_input", `${name} has no parameter "${path.slice(0, 80)}".`, {
    hint: `${close ? `Did you mean ${close}?` : "Leave it out."} It takes ${known.join(", ")}.`,
  });
}
