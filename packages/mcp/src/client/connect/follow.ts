import type { Registry, Tool } from "@holdall/tool-core";

/** Keeps tools of a server in a registry up to date. A name that another tool has excludes that tool only. */
export function createFollower(
  registry: Registry,
  onError: (tool: string, error: Error) => void,
): (wanted: readonly Tool[]) => void {
  let known: ReadonlySet<Tool> = new Set();
  return (wanted) => {
    const next = new Set(wanted);
    for (const tool of known) {
      if (!next.has(tool) && registry.get(tool.name) === tool) registry.remove(tool.name);
    }
    const fresh = wanted.filter((tool) => !known.has(tool));
    known = next;
    try {
      registry.add(...fresh);
    } catch {
      for (const tool of fresh) addAlone(registry, tool, onError);
    }
  };
}

function addAlone(registry: Registry, tool: Tool, onError: (tool: string, error: Error) => void): void {
  try {
    registry.add(tool);
  } catch (error) {
    onError(tool.name, error as Error);
  }
}
