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
 * A preset whose tools for data, documents, research, messages and prices wait until they are searched for, as do those that it
 * defers itself, and those of MCP servers as soon as they are many; or whatever `defer` says. Its own registry gets tool_search,
 * and tool_call for hosts whose list of tools cannot change.
 */
export function withSearch<M extends ToolTypes, D extends Dialect>(
  preset: Preset<M, D>,
  options: WithSearchOptions = {},
): SearchablePreset<M & SearchTools, D> {
  const { registry, dialect } = preset;
  const catalog = createCatalog(registry, { ...waiting(preset), ...options });
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

/** What waits until it is searched for: what a preset says, families that few tasks need, and tools of MCP servers where they are many. */
export const waiting = ({ defer }: Pick<Preset, "defer">): WithSearchOptions => ({
  defer: (tool) => (defer?.(tool) ? "always" : whenToWait(tool)),
});

const rare = new Set(["data", "documents", "research", "messages", "finance"]);
const whenToWait = ({ category }: Tool): boolean | "always" =>
  category !== undefined && rare.has(category) ? "always" : category === "mcp";
