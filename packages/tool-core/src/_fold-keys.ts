import { isOpen, itemsOf, propertiesOf } from "./_schema-keys.ts";
import { ToolError } from "./error.ts";
import type { JsonSchema } from "./json.ts";
import { foldName } from "./names.ts";
import { nearest } from "./nearest.ts";
import { toJsonSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

/** Which spellings an object's keys may have, and what lies below them. */
interface KeyPlan {
  readonly spellings: ReadonlyMap<string, string>;
  readonly children: ReadonlyMap<string, KeyPlan>;
  readonly items: KeyPlan | undefined;
  readonly open: boolean;
}

const plans = new WeakMap<Tool, KeyPlan>();

/**
 * The input with every key in its canonical spelling, nested keys included; the same object when nothing had to change.
 * Throws `invalid_input` for a key the tool does not know and for one that is given twice with different values.
 */
export function foldKeys(tool: Tool, input: unknown): unknown {
  let plan = plans.get(tool);
  if (!plan) {
    const open = tool.input["~standard"].vendor === "holdall";
    plan = planFor(toJsonSchema(tool.input), spellingsOf(tool), open);
    plans.set(tool, plan);
  }
  return fold(tool, plan, input, "");
}

/** Written-down spellings (dialects and aliases) → canonical parameter. */
function spellingsOf({ aliases }: Tool): ReadonlyMap<string, string> {
  const written = [aliases?.claude?.params, aliases?.camel?.params].flatMap((params) =>
    Object.entries(params ?? {}).map(([canonical, spelled]) => [spelled, canonical] as const),
  );
  return new Map([...written, ...Object.entries(aliases?.params ?? {})]);
}

function planFor(schema: JsonSchema, written: ReadonlyMap<string, string>, open: boolean): KeyPlan {
  const properties = propertiesOf(schema);
  const spellings = new Map<string, string>();
  const children = new Map<string, KeyPlan>();
  for (const [spelled, canonical] of written) {
    if (!properties.has(canonical)) continue;
    spellings.set(spelled, canonical);
    if (!spellings.has(foldName(spelled))) spellings.set(foldName(spelled), canonical);
  }
  for (const [key, node] of properties) {
    spellings.set(foldName(key), key);
    const child = planFor(node, written, open);
    if (child.spellings.size > 0 || child.items) children.set(key, child);
  }
  for (const key of properties.keys()) spellings.set(key, key);
  const items = itemsOf(schema);
  const itemPlan = items && planFor(items, written, open);
  return { spellings, children, items: itemPlan, open: open || isOpen(schema) || properties.size === 0 };
}

function fold(tool: Tool, plan: KeyPlan, value: unknown, at: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = plan;
    if (!items || (items.spellings.size === 0 && !items.items)) return value;
    const folded = value.map((item, index) => fold(tool, items, item, `${at}${index}.`));
    return folded.some((item, index) => item !== value[index]) ? folded : value;
  }
  let changed = false;
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const canonical = plan.spellings.get(key) ?? plan.spellings.get(foldName(key));
    if (canonical === undefined && !plan.open) throw unknownKey(tool, plan, `${at}${key}`, key);
    const child = canonical === undefined ? undefined : plan.children.get(canonical);
    const folded = child ? fold(tool, child, item, `${at}${key}.`) : item;
    changed ||= folded !== item || (canonical !== undefined && canonical !== key);
    entries.push([canonical ?? key, folded]);
  }
  return changed ? unite(tool, entries) : value;
}

function unite(tool: Tool, entries: readonly [string, unknown][]): Record<string, unknown> {
  const united = new Map<string, unknown>();
  for (const [key, value] of entries) {
    if (united.has(key) && united.get(key) !== value) {
      throw new ToolError(
        "invalid_input",
        `${tool.name} was given ${key} twice, in two spellings with different values.`,
        {
          hint: `Send ${key} once.`,
        },
      );
    }
    united.set(key, value);
  }
  return Object.fromEntries(united);
}

function unknownKey(tool: Tool, plan: KeyPlan, path: string, key: string): ToolError {
  const known = [...new Set(plan.spellings.values())];
  const [close] = nearest(key, known, 1);
  const list = `It takes ${known.join(", ")}.`;
  return new ToolError("invalid_input", `${tool.name} has no parameter "${path.slice(0, 80)}".`, {
    hint: close ? `Did you mean ${close}? ${list}` : `Leave it out. ${list}`,
  });
}
