import type { Registry, Session, Tool } from "@holdall/tool-core";
import { isLoaded, loadedTools, markLoaded } from "./port/loaded-tools.ts";

export interface CatalogOptions {
  /** The tools to defer if there are many, or with `always` in any case. Defaults to the tools of MCP servers. */
  readonly defer?: (tool: Tool) => boolean | "always";
  /** Tools that are never deferred, regardless of `defer`. Defaults to tools with the flag `alwaysLoad`. */
  readonly alwaysLoad?: (tool: Tool) => boolean;
  /** The maximum number of such tools that are not deferred; 10 by default. */
  readonly threshold?: number;
  /** The model's context size in tokens. If set, tools are not deferred if they need less than a tenth of it. */
  readonly context?: number | undefined;
}

/** A session, or the context of a call in it. */
export type At = Pick<Session, "state">;

/** The tools of a registry that a model sees, and those that it can find with a search. */
export interface Catalog {
  /** Returns true if the tool is deferred in a session that has not loaded it. */
  isDeferred(tool: Tool): boolean;
  /**
   * Get the tools for the model of this session: those that are not deferred, in registry order, then loaded tools in the
   * order of loading, so that the start of the list keeps its bytes. Tools are never removed.
   */
  expose(at: At): readonly Tool[];
  /** Get the tools that this session has not loaded. */
  waiting(at: At): readonly Tool[];
}

/** Create a catalog of a registry: tools that a model sees at once, and deferred ones. It follows changes of the registry. */
export function createCatalog(registry: Registry, options: CatalogOptions = {}): Catalog {
  const { defer = ({ category }) => category === "mcp", alwaysLoad = (tool) => tool.alwaysLoad === true } = options;
  const { threshold = 10, context = 0 } = options;
  const mayWait = (tool: Tool) => !isDiscovery(tool) && defer(tool) !== false && !alwaysLoad(tool);
  let waiters: ReadonlySet<Tool> | undefined;
  let canSearch = false;
  registry.subscribe(() => {
    waiters = undefined;
  });
  const deferred = (): ReadonlySet<Tool> => {
    if (waiters) return waiters;
    const all = registry.tools().filter(mayWait);
    const isAlways = (tool: Tool) => defer(tool) === "always";
    const [always, others] = [all.filter(isAlways), all.filter((tool) => !isAlways(tool))];
    const areFew =
      others.length <= threshold || (context > 0 && sizeOf(others, registry) < (context / 10) * charactersPerToken);
    waiters = new Set(areFew ? always : all);
    canSearch = waiters.size > 0 || registry.offered().length > 0;
    return waiters;
  };

  return {
    isDeferred: (tool) => deferred().has(tool),
    expose(at) {
      const waits = deferred();
      const tools = registry.tools();
      const names = [...at.state(loadedTools)];
      for (const name of registry.offered().filter((each) => names.includes(each)))
        void Promise.resolve(registry.find(name)).catch(() => {}); // a call of it says why
      const loaded = names.map((name) => registry.get(name));
      const late = loaded.filter((tool) => tool !== undefined && waits.has(tool)) as Tool[];
      // A catalog that grows above the threshold takes nothing away that a model has seen.
      markLoaded(
        at,
        tools.filter((tool) => mayWait(tool) && !waits.has(tool)).map(({ name }) => name),
      );
      const early = tools.filter((tool) => !waits.has(tool) && (canSearch || !isDiscovery(tool)));
      return [...early, ...late];
    },
    waiting: (at) => [...deferred()].filter(({ name }) => !isLoaded(at, name)),
  };
}

/** Of JSON schemas and their descriptions; 4.2 in a large catalog of MCP servers. */
const charactersPerToken = 4;

/** Characters of the tools' definitions. */
function sizeOf(tools: readonly Tool[], registry: Registry): number {
  const names = new Set(tools.map(({ name }) => name));
  const specs = registry.list().filter(({ tool }) => names.has(tool));
  return JSON.stringify(specs.map(({ name, description, inputSchema }) => [name, description, inputSchema])).length;
}

/** The tools that reach the others: of no use where nothing waits. */
const isDiscovery = ({ name }: Tool): boolean => name === "tool_search" || name === "tool_call";
