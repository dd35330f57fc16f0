import type { Registry, Session, Tool } from "@holdall/tool-core";
import { isLoaded, loadedTools, markLoaded } from "@holdall/tool-core/loaded-tools";

export interface CatalogOptions {
  /** Which tools wait until they are searched for, as soon as they are many or, with `always`, however few; those of MCP servers by default. */
  readonly defer?: (tool: Tool) => boolean | "always";
  /** Tools that never wait, whatever `defer` says; those that say it of themselves, by default. */
  readonly alwaysLoad?: (tool: Tool) => boolean;
  /** What does not always wait does not wait at all where no more than this many would; 10 by default. */
  readonly threshold?: number;
  /** Tokens that the model can read. Where it is given, nothing waits that would take less than a tenth of it. */
  readonly context?: number | undefined;
}

/** Who is asked for: a session, or the context of a call in it. */
export type At = Pick<Session, "state">;

/** Which tools of a registry a model sees, and which it must search for. */
export interface Catalog {
  /** True when the tool waits until it is searched for, in a session that has not loaded it. */
  isDeferred(tool: Tool): boolean;
  /**
   * What the model of this session is to be given now: what never waits in the registry's order, then what was loaded in
   * the order of loading, so that the front of the list keeps its bytes. What was given once stays.
   */
  expose(at: At): readonly Tool[];
  /** What this session has not been given. */
  waiting(at: At): readonly Tool[];
}

/** Divide a registry into what a model sees at once and what it finds. Follows the registry as it changes. */
export function createCatalog(registry: Registry, options: CatalogOptions = {}): Catalog {
  const { defer = ({ category }) => category === "mcp", alwaysLoad = (tool) => tool.alwaysLoad === true } = options;
  const { threshold = 10, context = 0 } = options;
  const mayWait = (tool: Tool) => !isDiscovery(tool) && defer(tool) !== false && !alwaysLoad(tool);
  let waiters: ReadonlySet<Tool> | undefined;
  registry.subscribe(() => {
    waiters = undefined;
  });
  const deferred = (): ReadonlySet<Tool> => {
    if (waiters) return waiters;
    const all = registry.tools().filter(mayWait);
    const always = all.filter((tool) => defer(tool) === "always");
    const areFew =
      all.length <= threshold || (context > 0 && sizeOf(all, registry) < (context / 10) * charactersPerToken);
    waiters = new Set(areFew ? always : all);
    return waiters;
  };

  return {
    isDeferred: (tool) => deferred().has(tool),
    expose(at) {
      const waits = deferred();
      const tools = registry.tools();
      const loaded = [...at.state(loadedTools)].map((name) => registry.get(name));
      const late = loaded.filter((tool) => tool !== undefined && waits.has(tool)) as Tool[];
      // A catalogue that grows above the threshold takes nothing away that a model has seen.
      markLoaded(
        at,
        tools.filter((tool) => mayWait(tool) && !waits.has(tool)).map(({ name }) => name),
      );
      const early = tools.filter((tool) => !waits.has(tool) && (waits.size > 0 || !isDiscovery(tool)));
      return [...early, ...late];
    },
    waiting: (at) => [...deferred()].filter(({ name }) => !isLoaded(at, name)),
  };
}

/** Of JSON schemas and their descriptions; 4.2 in a large catalogue of MCP servers. */
const charactersPerToken = 4;

/** Characters of the tools' definitions. */
function sizeOf(tools: readonly Tool[], registry: Registry): number {
  const names = new Set(tools.map(({ name }) => name));
  const specs = registry.list().filter(({ tool }) => names.has(tool));
  return JSON.stringify(specs.map(({ name, description, inputSchema }) => [name, description, inputSchema])).length;
}

/** The tools that reach the others: of no use where nothing waits. */
const isDiscovery = ({ name }: Tool): boolean => name === "tool_search" || name === "tool_call";
