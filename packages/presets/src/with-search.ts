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
  /** The tools that a model sees, and the deferred ones. */
  readonly catalog: Catalog;
  /** The tools for the session's model at this time. */
  expose(session: Pick<Session, "state">): readonly Tool[];
}

type SearchTools = ToolTypesOf<ReturnType<typeof toolSearch | typeof toolCall>>;

/**
 * Defer the tools of a preset for data, documents, research, messages and prices, those that the preset itself defers, and
 * those of MCP servers if there are many, or the tools selected by `defer`. Adds tool_search to the registry, and tool_call
 * for hosts with a fixed list of tools.
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

/** Select the deferred tools: those of the preset, tool families that few tasks need, and tools of MCP servers if there are many. */
export const waiting = ({ defer }: Pick<Preset, "defer">): WithSearchOptions => ({
  defer: (tool) => (defer?.(tool) ? "always" : whenToWait(tool)),
});

const rare = new Set(["data", "documents", "research", "messages", "finance"]);
const whenToWait = ({ category }: Tool): boolean | "always" =>
  category !== undefined && rare.has(category) ? "always" : category === "mcp";
