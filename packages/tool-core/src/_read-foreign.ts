import { once } from "./_once.ts";
import { isObject } from "./_shape.ts";
import { foldName } from "./names.ts";
import type { Tool, WrittenCall } from "./tool.ts";

/** Folded spelling → the spelling of the table. */
const foreignOf = once(
  ({ aliases: { foreign = {} } = {} }: Tool) => new Map(Object.keys(foreign).map((key) => [foldName(key), key])),
);

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
  return { ...own, ...read };
}
