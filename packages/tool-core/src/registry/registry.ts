import { ToolError } from "../error.ts";
import type { Tool } from "../tool.ts";
import { toolSpec } from "./definitions.ts";
import { type Dialect, foldName } from "./dialect.ts";
import { allNames } from "./names.ts";
import { isNear, nearest } from "./nearest.ts";
import { createOffers } from "./offers.ts";
import type { ToolTypesOf } from "./tool-types.ts";
import type { MissingReason, Registry, ToolSpec } from "./types.ts";

/** Create a registry of tools. Its type includes the names, inputs and outputs of these tools. */
export function createRegistry<const T extends readonly Tool[] = readonly []>(
  tools?: T,
): Registry<ToolTypesOf<T[number]>>;
export function createRegistry(tools: readonly Tool[] = []): Registry {
  let owners = new Map<string, Tool>();
  const specs = new Map<Dialect, readonly ToolSpec[]>();
  const listeners = new Set<() => void>();
  const reasons = new Set<MissingReason>();
  const offers = createOffers((tools) => registry.add(...tools.filter(({ name }) => !registry.get(name))));

  const replace = (next: typeof owners) => {
    owners = next;
    specs.clear();
    for (const listener of listeners) listener();
  };

  const registry: Registry = {
    add(...added) {
      const claimed = new Map(owners);
      for (const tool of added) {
        for (const name of allNames(tool)) {
          const owner = claimed.get(name);
          if (owner) throw collision(owner, tool, name);
          claimed.set(name, tool);
        }
      }
      if (added.length > 0) replace(claimed);
    },
    offer(...sources) {
      offers.add(sources);
      for (const listener of listeners) listener();
    },
    remove(name) {
      const gone = registry.get(name);
      if (gone) replace(new Map([...owners].filter(([, tool]) => tool !== gone)));
      return offers.remove(name) || gone !== undefined;
    },
    find(name) {
      return registry.get(name) ?? (offers.has(name) ? offers.load(name).then(() => registry.get(name)) : undefined);
    },
    load: offers.loadAll,
    offered: () => offers.names().filter((name) => !registry.get(name)),
    get: (name) => owners.get(name) ?? owners.get(foldName(name)),
    tools: () => [...new Set(owners.values())],
    list(dialect = "snake") {
      let listed = specs.get(dialect);
      if (!listed) {
        listed = registry.tools().map((tool) => toolSpec(tool, registry, dialect));
        specs.set(dialect, listed);
      }
      return listed;
    },
    byCategory: () => Map.groupBy(registry.tools(), (tool) => tool.category),
    explain(reason) {
      reasons.add(reason);
      return () => reasons.delete(reason);
    },
    missing(name) {
      for (const reason of reasons) {
        const why = reason(name);
        if (why) return why;
      }
      return undefined;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  registry.add(...tools);
  return registry;
}

/** Create the error for an unknown name: the explanation of the registry, or the nearest names. */
export function unknownTool(name: string, registry: Registry, dialect: Dialect): ToolError {
  const why = registry.missing(name);
  if (why) return why;
  const names = [...registry.list(dialect).map((spec) => spec.name), ...registry.offered()];
  const close = nearest(name, names).filter((each) => isNear(name, each));
  const shown = registry.get("tool_search")
    ? "Find the tool that does it with {tool_search}."
    : `The tools are ${names.slice(0, 40).join(", ")}.`;
  return new ToolError("unknown_tool", `There is no tool named "${name.slice(0, 80)}".`, {
    hint: close.length ? `Did you mean ${close.join(" or ")}?` : shown,
    data: { nearest: close },
  });
}

function collision(owner: Tool, tool: Tool, name: string): ToolError {
  return new ToolError("already_exists", `The tools ${owner.name} and ${tool.name} both use the name "${name}".`, {
    hint: "Rename one, or remove the first.",
  });
}
