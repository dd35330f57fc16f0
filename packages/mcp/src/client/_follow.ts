import type { Registry, Tool } from "@holdall/tool-core";

/** Makes a registry hold some tools, and in time others. A name that somebody else has keeps out that tool alone. */
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
