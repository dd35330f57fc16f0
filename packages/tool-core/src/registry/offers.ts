import type { Tool } from "../tool.ts";
import { foldName } from "./dialect.ts";
import type { ToolSource } from "./types.ts";

/** Tools of a registry that are loaded when they are needed. Each source loads once; one that failed is tried again. */
export function createOffers(add: (tools: readonly Tool[]) => void) {
  const sources: ToolSource[] = [];
  const removed = new Set<string>();
  const loading = new Map<ToolSource, Promise<void>>();
  const loaded = new Set<ToolSource>();
  /** The canonical name and the source of a tool, by any of its names. */
  const ownerOf = (name: string): { readonly source: ToolSource; readonly tool: string } | undefined => {
    const wanted = foldName(name);
    for (const source of sources) {
      for (const [tool, others] of Object.entries(source.names)) {
        if (!removed.has(tool) && [tool, ...others].some((each) => foldName(each) === wanted)) return { source, tool };
      }
    }
    return undefined;
  };
  const load = (source: ToolSource): Promise<void> => {
    let task = loading.get(source);
    if (!task) {
      task = source.load().then((tools) => {
        loaded.add(source);
        add(tools.filter(({ name }) => !removed.has(name)));
      });
      loading.set(source, task);
      task.catch(() => loading.delete(source));
    }
    return task;
  };
  return {
    add: (added: readonly ToolSource[]) => void sources.push(...added),
    has: (name: string) => ownerOf(name) !== undefined,
    async load(name: string): Promise<void> {
      const owner = ownerOf(name);
      if (owner) await load(owner.source);
    },
    loadAll: async (): Promise<void> => void (await Promise.allSettled(sources.map(load))),
    names: (): string[] =>
      sources
        .flatMap((source) => (loaded.has(source) ? [] : Object.keys(source.names)))
        .filter((name) => !removed.has(name)),
    remove(name: string): boolean {
      const owner = ownerOf(name);
      if (owner) removed.add(owner.tool);
      return owner !== undefined;
    },
  };
}
