import type {
  Dialect,
  NoToolTypes,
  Registry,
  Session,
  StateKey,
  Tool,
  ToolTypes,
  ToolTypesOf,
} from "@holdall/tool-core";
import {
  type Catalog,
  type CatalogOptions,
  createCatalog,
  type ToolSearchOptions,
  toolCall,
  toolSearch,
} from "@holdall/tool-search";
import type { Preset } from "./_preset.ts";

export interface WithSearchOptions
  extends CatalogOptions,
    Omit<ToolSearchOptions, "registry" | "dialect" | "deferred"> {}

export interface SearchablePreset<M extends ToolTypes = NoToolTypes, D extends Dialect = Dialect> extends Preset<M, D> {
  /** Which of its tools a model sees, and which wait. */
  readonly catalog: Catalog;
  /** What the session's model is to be given now. */
  expose(session: Pick<Session, "state">): readonly Tool[];
}

type SearchTools = ToolTypesOf<ReturnType<typeof toolSearch | typeof toolCall>>;

/**
 * A preset whose tools of MCP servers and for documents, or whatever `defer` says, wait until they are searched for, as soon
 * as they are many. Its own registry gets tool_search, and tool_call for hosts whose list of tools cannot change.
 */
export function withSearch<M extends ToolTypes, D extends Dialect>(
  preset: Preset<M, D>,
  options: WithSearchOptions = {},
): SearchablePreset<M & SearchTools, D> {
  const { registry, dialect } = preset;
  const catalog = createCatalog(registry, { defer: isRare, ...options });
  const { isDeferred: deferred, expose } = catalog;
  registry.add(toolSearch({ ...options, registry, dialect, deferred }), toolCall({ registry }));
  const fresh = { state: <T>(key: StateKey<T>) => key.create() };
  const instruct = (exposed = expose(fresh)): string => preset.instruct(exposed);
  return {
    ...preset,
    registry: registry as Registry<M & SearchTools>,
    catalog,
    expose,
    instructions: instruct(),
    instruct,
  };
}

/** Families that few tasks need. */
const isRare = ({ category }: Tool): boolean => ["mcp", "documents", "research"].includes(category);
