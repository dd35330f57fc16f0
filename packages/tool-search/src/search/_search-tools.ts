import {
  type Dialect,
  isNear,
  nearest,
  type Registry,
  type Tool,
  type ToolContext,
  type ToolSpec,
} from "@holdall/tool-core";
import { maxQueryLength } from "../_index/read-query.ts";
import { isLoaded, markLoaded } from "../port/loaded-tools.ts";
import { indexRegistry, namespaceOf } from "../ranking/_registry-index.ts";
import { createFinder, type RankedTool } from "./_finder.ts";
import { namespaceFilter, readAsked, selectTools } from "./_read-request.ts";
import type { ToolSearchInput, ToolSearchOptions } from "./_request.ts";
import type { ToolSearchOutput } from "./_schema.ts";

const maxTogether = 20;
const maxAlso = 10;

export type SearchTools = (input: ToolSearchInput, ctx: ToolContext) => Promise<ToolSearchOutput>;

/** Create what `tool_search` does. It loads with the first search. */
export function createSearch(options: ToolSearchOptions): SearchTools {
  const { registry, dialect = "snake", deferred = () => true, unavailable = () => [] } = options;
  const follow = indexRegistry(registry, ({ name }) => name !== "tool_search");
  const find = createFinder(options);
  const specOf = specReader(registry, dialect);

  return async ({ query, queries = [], select = [], mode, namespace, limit, detail }, ctx) => {
    const asked = readAsked(query, queries, select);
    await registry.load();
    const { index, entries } = follow();
    const { selected, missing } = selectTools(asked.select, registry, index);
    const keeps = namespaceFilter(namespace, entries);
    const request = { queries: asked.queries, mode, limit: limit + maxAlso, keeps, signal: ctx.signal };
    const { rankings, notes } = await find({ index, entries }, request);

    // A model that was asked takes its time, and tools may have gone meanwhile.
    const isThere = ({ tool }: { readonly tool: Tool }) => registry.get(tool.name) === tool;
    const top = interleave(rankings.map((ranking) => ranking.slice(0, limit))).slice(0, maxTogether);
    const found = [...selected, ...top.filter(({ tool }) => !selected.some((one) => one.tool === tool))].filter(
      isThere,
    );
    const others = interleave(rankings).filter((one) => isThere(one) && !found.some(({ tool }) => tool === one.tool));
    if (detail === "schema") markLoaded(ctx, namesOf(found));

    const down = unavailable();
    return {
      tools: found.map(({ tool, score, matched }) => {
        const { name, description, inputSchema } = specOf(tool);
        return {
          name,
          tool: tool.name,
          ...(detail !== "names" && { description }),
          ...(detail === "schema" && { input_schema: inputSchema }),
          score: Math.round(score * 1000) / 1000,
          matched,
          namespace: namespaceOf(tool),
          loaded: isLoaded(ctx, tool.name),
        };
      }),
      also: others.slice(0, maxAlso).map(({ tool }) => specOf(tool).name),
      not_found: missing.map((name) => {
        const { message, hint = "" } = registry.missing(name) ?? {};
        const near = nearest(name, namesOf(entries)).filter((each) => isNear(name, each));
        return { name, nearest: near, ...(message && { reason: [message, hint].filter(Boolean).join(" ") }) };
      }),
      total_deferred: entries.filter(({ tool }) => deferred(tool) && !isLoaded(ctx, tool.name)).length,
      unavailable: down.map(({ server, status, fix }) => ({ server, status, ...(fix !== undefined && { fix }) })),
      notes: [...notes, ...(asked.queries.some(isLong) ? [longWarning] : [])],
      ...(found.length === 0 && { hint: missHint(entries.length, down.length) }),
    };
  };
}

const isLong = (query: string): boolean => query.length > maxQueryLength;
const longWarning = `Only the first ${maxQueryLength} characters of a query were read. Ask for one capability at a time.`;

/** Tools as the model sees them. */
function specReader(registry: Registry, dialect: Dialect): (tool: Tool) => ToolSpec {
  let list: readonly ToolSpec[] = [];
  let byTool = new Map<string, ToolSpec>();
  return ({ name }) => {
    const now = registry.list(dialect);
    if (now !== list) {
      list = now;
      byTool = new Map(now.map((spec) => [spec.tool, spec]));
    }
    return byTool.get(name)!;
  };
}

/** A tool to show, and why. */
type FoundTool = Pick<RankedTool, "score" | "matched"> & { readonly tool: Tool };

/** The best of each ranking, then the second of each, each tool once. */
function interleave(rankings: readonly (readonly RankedTool[])[]): FoundTool[] {
  const shown = new Map<Tool, FoundTool>();
  const longest = Math.max(0, ...rankings.map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    for (const ranking of rankings) {
      const found = ranking[place];
      if (!found || shown.has(found.entry.tool)) continue;
      const { entry, score, matched } = found;
      shown.set(entry.tool, { tool: entry.tool, score, matched });
    }
  }
  return [...shown.values()];
}

const namesOf = (tools: readonly { readonly tool: Tool }[]): string[] => tools.map(({ tool }) => tool.name);

function missHint(tools: number, down: number): string {
  if (tools === 0) return "There are no more tools.";
  const words = "Ask for what a tool does in other words, as verb and object (`create issue`), one need per query.";
  return down > 0 ? `${words} The tool may belong to a server that is unavailable.` : words;
}
