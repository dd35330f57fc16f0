import { type ToolSpec, toolSpec } from "./definitions.ts";
import { ToolError } from "./error.ts";
import { allNames, type Dialect, foldName } from "./names.ts";
import { nearest } from "./nearest.ts";
import type { Tool } from "./tool.ts";

/** The tools that exist. Who may call them is the session's matter. */
export interface Registry {
  /** Throws `already_exists` when two tools claim one folded name; then nothing is added. */
  add(...tools: readonly Tool[]): void;
  /** Remove by any spelling; false when there was no such tool. */
  remove(name: string): boolean;
  /** A tool by any spelling of any of its names. */
  get(name: string): Tool | undefined;
  /** All tools, in the order they were added. */
  tools(): readonly Tool[];
  /** What a model is told about each tool. The same array until the registry changes. */
  list(dialect?: Dialect): readonly ToolSpec[];
  byCategory(): ReadonlyMap<string, readonly Tool[]>;
  /** Say why no tool answers to some names; returns the function that stops it. */
  explain(reason: MissingReason): () => void;
  /** What was said about a name that no tool answers to. */
  missing(name: string): ToolError | undefined;
  /** Hear of every change; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** Why no tool answers to a name; undefined where that is not known here. */
export type MissingReason = (name: string) => ToolError | undefined;

/** Create a registry of tools. */
export function createRegistry(tools: readonly Tool[] = []): Registry {
  let owners = new Map<string, Tool>();
  const specs = new Map<Dialect, readonly ToolSpec[]>();
  const listeners = new Set<() => void>();
  const reasons = new Set<MissingReason>();

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
    remove(name) {
      const gone = registry.get(name);
      if (gone) replace(new Map([...owners].filter(([, tool]) => tool !== gone)));
      return gone !== undefined;
    },
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

/** The error for a name that no tool answers to: what the registry knows about it, or the nearest names there are. */
export function unknownTool(name: string, registry: Registry, dialect: Dialect): ToolError {
  const why = registry.missing(name);
  if (why) return why;
  const names = registry.list(dialect).map((spec) => spec.name);
  const close = nearest(name, names);
  return new ToolError("unknown_tool", `There is no tool named "${name.slice(0, 80)}".`, {
    hint: close.length ? `Did you mean ${close.join(" or ")}?` : `There are ${names.slice(0, 40).join(", ")}.`,
    data: { nearest: close },
  });
}

function collision(owner: Tool, tool: Tool, name: string): ToolError {
  return new ToolError("already_exists", `The tools ${owner.name} and ${tool.name} both answer to "${name}".`, {
    hint: "Rename one, or remove the first.",
  });
}
