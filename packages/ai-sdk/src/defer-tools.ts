import { type Session, type Tool, ToolError, toolName } from "@holdall/tool-core";
import { isLoaded } from "@holdall/tool-search/port";
import type { ToolSet } from "ai";
import { toReferences } from "./results/tool-references.ts";
import { type AiToolsOptions, toAiTools } from "./to-ai-tools.ts";

/** Decides which tools are deferred: `createCatalog` of `@holdall/tool-search`, or a similar object. */
export interface ToolCatalog {
  isDeferred(tool: Tool): boolean;
  /** The tools for the session's model at this time. Tools that were loaded last come last. */
  expose(session: Pick<Session, "state">): readonly Tool[];
}

/** `toolSearch` of ai 7. */
export type ToolSearchOfAi = (options: {
  search: (options: { query: string }) => Promise<string[]>;
  maxResults?: number;
}) => ToolSet[string];

export interface DeferOptions extends Omit<AiToolsOptions, "only"> {
  /**
   * The method that defers tools: the active tools of each step, for any model (the default); Anthropic's API, which keeps its
   * cache while tools are loaded; or `toolSearch` from ai 7.
   */
  readonly by?: "steps" | "anthropic" | ToolSearchOfAi | undefined;
}

/** Settings to spread into `generateText`, `streamText` and agents. */
export interface DeferredTools {
  readonly tools: ToolSet;
  readonly prepareStep?: () => { activeTools: string[]; toolOrder: string[] };
  readonly experimental_repairToolCall?: <C extends { toolName: string; input: string }>(options: {
    toolCall: C;
    tools: object;
  }) => Promise<C | null>;
}

/**
 * Expose the tools of a session so that the model sees only those that are never deferred and those that it found with
 * tool_search. A call of a deferred tool becomes a search for its name, so that the model has its schema in the next step. The
 * session stores loaded tools, also for later generations and after a restore. Throws `not_found` if tools are deferred and
 * there is no tool_search.
 */
export function deferTools(
  session: Session,
  catalog: ToolCatalog,
  { by = "steps", dialect = session.dialect, approvals }: DeferOptions = {},
): DeferredTools {
  const { registry } = session;
  const nameOf = (tool: Tool) => toolName(tool, dialect);
  const all = registry.tools().filter(({ name }) => name !== "tool_call");
  const waiting: Waiting = new Map(
    all.filter((tool) => catalog.isDeferred(tool)).map((tool) => [tool.name, nameOf(tool)]),
  );
  const always = all.filter(({ name }) => !waiting.has(name) && (name !== "tool_search" || waiting.size > 0));
  const tools: ToolSet = {};
  const offered = toAiTools(session, { dialect, only: all.map(({ name }) => name), approvals });
  // In this order, what is loaded comes behind what was there.
  for (const name of [...always.map(nameOf), ...waiting.values()]) if (offered[name]) tools[name] = offered[name];
  if (waiting.size === 0) {
    catalog.expose(session); // what is shown now stays when the catalogue grows
    return { tools };
  }

  const search = registry.get("tool_search");
  const searchName = search && nameOf(search);
  if (by === "anthropic") return { tools: markForAnthropic(tools, waiting, searchName) };
  if (!searchName) {
    throw new ToolError("not_found", `${waiting.size} tools are deferred, but there is no tool_search to find them.`, {
      hint: "Add toolSearch of @holdall/tool-search to the registry, or defer nothing.",
    });
  }

  const experimental_repairToolCall: DeferredTools["experimental_repairToolCall"] = async ({
    toolCall,
    tools: seen,
  }) => {
    const tool = registry.get(toolCall.toolName);
    if (!tool || Object.hasOwn(seen, toolCall.toolName) || !waiting.has(tool.name)) return null;
    return { ...toolCall, toolName: searchName, input: JSON.stringify({ query: `select:${tool.name}` }) };
  };
  if (by !== "steps") {
    for (const [tool, name] of waiting) if (!isLoaded(session, tool)) defer(tools, name, { deferLoading: true });
    tools[searchName] = by({ search: searchIn(session, waiting), maxResults: maxFound });
    return { tools, experimental_repairToolCall };
  }
  const prepareStep = () => {
    const exposed = catalog.expose(session).map(nameOf);
    const activeTools = exposed.filter((name) => Object.hasOwn(tools, name));
    return { activeTools, toolOrder: activeTools };
  };
  return { tools, prepareStep, experimental_repairToolCall };
}

/** Canonical names of the tools that wait → as the model knows them. */
type Waiting = ReadonlyMap<string, string>;

const maxFound = 5;

/** A search of ai 7, by the session's own. */
function searchIn(session: Session, waiting: Waiting) {
  return async ({ query }: { query: string }): Promise<string[]> => {
    const result = await session.call("tool_search", { query, limit: maxFound });
    if (!result.ok) throw result.error;
    const { tools } = result.output as { tools: readonly { tool: string }[] };
    return tools.flatMap(({ tool }) => waiting.get(tool) ?? []);
  };
}

/** Every tool is sent, and kept back by the API itself; what a search found comes as references. */
function markForAnthropic(tools: ToolSet, waiting: Waiting, searchName: string | undefined): ToolSet {
  for (const name of waiting.values()) defer(tools, name, { providerOptions: { anthropic: { deferLoading: true } } });
  const search = searchName === undefined ? undefined : tools[searchName];
  if (!search || searchName === undefined) return tools;
  const asText = search.toModelOutput;
  return {
    ...tools,
    [searchName]: {
      ...search,
      toModelOutput: (call: Parameters<NonNullable<typeof asText>>[0]) =>
        toReferences(call.output, waiting) ?? asText?.(call),
    } as ToolSet[string],
  };
}

function defer(tools: ToolSet, name: string, how: object): void {
  const tool = tools[name];
  if (tool) tools[name] = { ...tool, ...how };
}
