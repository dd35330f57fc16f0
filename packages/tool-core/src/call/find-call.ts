import { type Awaitable, isObject } from "../json.ts";
import { foldName } from "../registry/dialect.ts";
import type { Registry } from "../registry/types.ts";
import { once } from "../schema/memoize.ts";
import type { ForeignCall, Tool } from "../tool.ts";

/** The tool of a call, and its input as the caller or the reading of a foreign call has it. */
export interface FoundCall {
  readonly tool: Tool;
  readonly raw: unknown;
}

const callsOf = once(
  ({ aliases: { calls = {} } = {} }: Tool): ReadonlyMap<string, ForeignCall> =>
    new Map(Object.entries(calls).map(([name, read]) => [foldName(name), read])),
);

/** Find the tool of a call: the one that reads it as a call of another tool set, or else by its name. May throw `invalid_input`. */
export function findCall(registry: Registry, name: string, raw: unknown): Awaitable<FoundCall | undefined> {
  const wanted = foldName(name);
  const readers = registry.tools().filter((tool) => tool.aliases?.calls && callsOf(tool).has(wanted));
  if (readers.length > 0) {
    const input = foldedKeys(raw);
    for (const tool of readers) {
      const read = input && callsOf(tool).get(wanted)?.(input);
      if (read) return { tool, raw: read };
    }
  }
  const found = registry.find(name);
  if (found === undefined || "name" in found) return found && { tool: found, raw };
  // What was loaded may read the call as one of another tool set.
  return found.then((tool) => tool && findCall(registry, name, raw));
}

/** The arguments with normalized keys; undefined for what is not an object. */
function foldedKeys(raw: unknown): Readonly<Record<string, unknown>> | undefined {
  let value = raw ?? {};
  if (typeof raw === "string") {
    try {
      value = JSON.parse(raw || "{}");
    } catch {
      return undefined; // the tool says what is wrong
    }
  }
  if (!isObject(value) || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [foldName(key), each]));
}
