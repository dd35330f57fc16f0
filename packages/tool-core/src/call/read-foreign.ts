import { isObject } from "../json.ts";
import { foldName } from "../registry/dialect.ts";
import { once } from "../schema/memoize.ts";
import { isForeign, toJsonSchema } from "../schema/schema.ts";
import { shapeOf } from "../schema/shape.ts";
import type { Tool, WrittenCall } from "../tool.ts";

/** Words about a call, which every tool of some sets takes: they ask for nothing, and events have them as they came. */
const remarks = ["explanation", "task_progress"];

/** Folded spelling → the spelling of the table. Remarks are in it unless something else may know them. */
const foreignOf = once(({ aliases: { foreign = {} } = {}, input }: Tool) => {
  const { folded, open } = shapeOf(toJsonSchema(input));
  const about = open || isForeign(input) ? [] : remarks.filter((key) => !folded.has(foldName(key)));
  return new Map([...about, ...Object.keys(foreign)].map((key) => [foldName(key), key]));
});

/**
 * The arguments with what other agents' parameters in them come to, the tool's own fitted before; sentences about them go
 * to `notes`.
 */
export function readForeign(
  tool: Tool,
  written: unknown,
  call: Omit<WrittenCall, "input">,
  spell: (own: unknown) => unknown,
  notes: string[],
): unknown {
  const foreign = foreignOf(tool);
  if (foreign.size === 0 || !isObject(written) || Array.isArray(written)) return spell(written);
  const found: Record<string, unknown> = {};
  const entries = Object.entries(written).filter(([key, value]) => {
    const known = foreign.get(foldName(key));
    if (known !== undefined) found[known] = value;
    return known === undefined;
  });
  if (entries.length === Object.keys(written).length) return spell(written);
  const own = spell(Object.fromEntries(entries)) as object;
  const input = { ...own, ...found };
  const read = {};
  for (const [key, value] of Object.entries(found)) {
    if (value === null || value === undefined) continue;
    const reading = tool.aliases?.foreign?.[key] ?? "";
    const { input: meant, note } = typeof reading === "string" ? { note: reading } : reading(value, { ...call, input });
    Object.assign(read, meant);
    if (note) notes.push(note);
  }
  return spell({ ...own, ...read });
}
