import { type Session, type Tool, toolName } from "@holdall/tool-core";
import { isLoaded } from "@holdall/tool-core/loaded-tools";
import type { ToolSet } from "ai";
import { toReferences } from "./_tool-references.ts";
import { type AiToolsOptions, toAiTools } from "./to-ai-tools.ts";

/** What decides which tools wait until they are searched for: `createCatalog` of `@holdall/tool-search`, or the like of it. */
export interface ToolCatalog {
  isDeferred(tool: Tool): boolean;
  /** What the session's model is to be given now: what was loaded last comes last. */
  expose(session: Pick<Session, "state">): readonly Tool[];
}

/** `toolSearch` of ai 7. */
export type ToolSearchOfAi = (options: {
  search: (options: { query: string }) => Promise<string[]>;
  maxResults?: number;
}) => ToolSet[string];

export interface DeferOptions extends Omit<AiToolsOptions, "only"> {
  /**
   * What keeps tools back: the active tools of each step, for any model (by default); Anthropic's API, which keeps its cache
   * while tools are loaded; or `toolSearch`, as ai 7 exports it.
   */
  readonly by?: "steps" | "anthropic" | ToolSearchOfAi | undefined;
}

/** Settings for `generateText`, `streamText` and agents, to be spread. */
export interface DeferredTools {
  readonly tools: ToolSet;
  readonly prepareStep?: () => { activeTools: string[]; toolOrder: string[] };
  readonly experimental_repairToolCall?: <C extends { toolName: string; input: string }>(options: {
    toolCall: C;
    tools: object;
  }) => Promise<C | null>;
}

/**
 * The tools of a session, of which the model sees what never waits, and what it has found with tool_search. A call of a tool
 * that waits becomes a search for it by name, so that the model has its schema in the next step. What was loaded stays with
 * the session, and is there in its next generation, and after a restore.
 */
export function deferTools(
  session: Session,
  catalog: ToolCatalog,
  { by = "steps", dialect = session.dialect, approvals }: DeferOptions = {},
): DeferredTools {
  const { registry } = session;
  const all = registry.tools().filter(({ name }) => name !== "tool_call");
  const waiting = all.filter((tool) => catalog.isDeferred(tool));
  const nameOf = (tool: Tool) => toolName(tool, dialect);
  // In this order, what is loaded comes behind what was there.
  const offered = [...all.filter((tool) => !waiting.includes(tool)), ...waiting];
  const isUseful = ({ name }: Tool) => name !== "tool_search" || waiting.length > 0;
  const only = offered.filter(isUseful).map(({ name }) => name);
  const tools = inOrder(toAiTools(session, { dialect, only, approvals }), offered.map(nameOf));
  if (waiting.length === 0) {
    catalog.expose(session); // what is shown now stays when the catalogue grows
    return { tools };
  }

  const search = registry.get("tool_search");
  const searchName = search && nameOf(search);
  if (by === "anthropic") return { tools: markForAnthropic(tools, waiting.map(nameOf), searchName) };

  const experimental_repairToolCall: DeferredTools["experimental_repairToolCall"] = async ({
    toolCall,
    tools: seen,
  }) => {
    const tool = registry.get(toolCall.toolName);
    if (!tool || !searchName || Object.hasOwn(seen, toolCall.toolName) || !catalog.isDeferred(tool)) return null;
    return { ...toolCall, toolName: searchName, input: JSON.stringify({ query: `select:${tool.name}` }) };
  };
  if (by !== "steps") {
    for (const tool of waiting) if (!isLoaded(session, tool.name)) defer(tools, nameOf(tool), { deferLoading: true });
    if (searchName) tools[searchName] = by({ search: searchIn(session), maxResults: mostFound });
    return { tools, experimental_repairToolCall };
  }
  const prepareStep = () => {
    const exposed = catalog.expose(session).map(nameOf);
    const activeTools = exposed.filter((name) => Object.hasOwn(tools, name));
    return { activeTools, toolOrder: activeTools };
  };
  return { tools, prepareStep, experimental_repairToolCall };
}

const mostFound = 5;

/** A search of ai 7, by the session's own. */
function searchIn(session: Session) {
  return async ({ query }: { query: string }): Promise<string[]> => {
    const result = await session.call("tool_search", { query, max_results: mostFound });
    if (!result.ok) throw result.error;
    return (result.output as { tools: readonly { name: string }[] }).tools.map(({ name }) => name);
  };
}

/** Every tool is sent, and kept back by the API itself; what a search found comes as references. */
function markForAnthropic(tools: ToolSet, waiting: readonly string[], searchName: string | undefined): ToolSet {
  for (const name of waiting) defer(tools, name, { providerOptions: { anthropic: { deferLoading: true } } });
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

const inOrder = (tools: ToolSet, names: readonly string[]): ToolSet =>
  Object.fromEntries(names.flatMap((name) => (tools[name] ? [[name, tools[name]]] : [])));
