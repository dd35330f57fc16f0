import type { Dialect, Registry, Session, StateKey, Tool } from "@holdall/tool-core";
import {
  type Catalog,
  type CatalogOptions,
  createCatalog,
  type ToolSearchOptions,
  toolCall,
  toolSearch,
} from "@holdall/tool-search/internal";
import { type PresetName, toolCatalog } from "../catalog.ts";

/** The tools that are deferred, and how they are found. */
export interface PresetSearch extends CatalogOptions, Omit<ToolSearchOptions, "registry" | "dialect" | "deferred"> {}

interface SearchPlace {
  readonly preset: PresetName;
  readonly dialect: Dialect;
  readonly shell: boolean;
  /** Tools that the host has asked for. */
  readonly asked: readonly string[];
  /** Whether a tool waits if there are many like it. */
  waits(tool: string): boolean;
}

export type SearchTool = ReturnType<typeof toolSearch | typeof toolCall>;

export interface Search {
  readonly catalog: Catalog;
  expose(session: Pick<Session, "state">): readonly Tool[];
}

/** A session that has loaded nothing. */
export const newSession: Pick<Session, "state"> = { state: <T>(key: StateKey<T>) => key.create() };

/**
 * Add tool_search and tool_call to the registry of a preset. What the catalog does not show there waits, and tools of MCP
 * servers and extensions if there are many; tools that the host has added do not.
 */
export function addSearch(registry: Registry, search: PresetSearch | false | undefined, place: SearchPlace): Search {
  const { preset, dialect, shell, asked, waits } = place;
  const shown = new Set(toolCatalog().flatMap((each) => (each.shownBy.includes(preset) ? each.name : [])));
  const known = new Set(toolCatalog().map(({ name }) => name));
  const defer = ({ name, category, onlyWithoutShell }: Tool): boolean | "always" => {
    if (category === "mcp" || waits(name)) return true;
    if (!known.has(name) || shown.has(name) || asked.includes(name)) return false;
    return preset === "coding" && !shell && onlyWithoutShell ? false : "always";
  };
  const catalog = createCatalog(registry, search === false ? { defer: () => false } : { defer, ...search });
  const { isDeferred: deferred, expose } = catalog;
  registry.add(toolSearch({ ...(search || {}), registry, dialect, deferred }) as Tool, toolCall({ registry }) as Tool);
  return { catalog, expose };
}
