import type { Json, Middleware } from "@holdall/tool-core";
import { readEnglish } from "../_index/english.ts";
import { stem } from "../_index/stem.ts";
import { wordsOf } from "../_index/words-of.ts";

/** Statistics on which tools were called after which queries. They stay in this process. */
export interface ToolUsage {
  /** Record a successful call of a tool for a query. */
  record(query: string, tool: string): void;
  /** Get up to five tools that worked for similar queries, most often used first. */
  recall(query: string): readonly string[];
  /** Middleware that records the calls of a session. Pass it in `use`. */
  readonly learn: Middleware;
  snapshot(): Json;
}

interface Memory {
  readonly words: readonly string[];
  readonly tool: string;
}

/** Searches of a session that a later call can belong to. */
const openSearches = 5;
const maxSessions = 100;

/** Create usage statistics of the last `limit` calls. `restore` continues from a snapshot. */
export function createToolUsage({
  limit = 1000,
  restore,
}: {
  readonly limit?: number;
  readonly restore?: Json;
} = {}): ToolUsage {
  let memories: Memory[] = Array.isArray(restore) ? restore.filter(isMemory) : [];
  const searches = new Map<string, { readonly query: string; readonly tools: ReadonlySet<string> }[]>();

  const usage: ToolUsage = {
    record(query, tool) {
      const words = rootsOf(query);
      if (words.length > 0) memories = [...memories, { words, tool }].slice(-limit);
    },
    recall(query) {
      const words = new Set(rootsOf(query));
      const counts = new Map<string, number>();
      for (const memory of memories) {
        const shared = memory.words.filter((word) => words.has(word)).length;
        const likeness = shared / Math.max(words.size, memory.words.length);
        if (likeness >= 0.5) counts.set(memory.tool, (counts.get(memory.tool) ?? 0) + likeness);
      }
      const ranked = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
      return ranked.slice(0, 5).map(([tool]) => tool);
    },
    learn: async (call, next) => {
      const result = await next(call);
      if (!result.ok) return result;
      const found = readSearch(call.tool.name, call.input, result.output);
      const recent = searches.get(call.sessionId) ?? [];
      if (found) {
        searches.delete(call.sessionId);
        searches.set(call.sessionId, [...found, ...recent].slice(0, openSearches));
        if (searches.size > maxSessions) searches.delete(searches.keys().next().value ?? "");
      } else {
        const origin = recent.find(({ tools }) => tools.has(call.tool.name));
        if (origin) usage.record(origin.query, call.tool.name);
      }
      return result;
    },
    snapshot: () => memories.map(({ words, tool }) => ({ words, tool })),
  };
  return usage;
}

/** The queries of a tool_search and what it found. */
function readSearch(tool: string, input: unknown, output: unknown) {
  if (tool !== "tool_search") return undefined;
  const { query, queries = [] } = input as { readonly query?: string; readonly queries?: readonly string[] };
  const { tools } = output as { readonly tools: readonly { readonly tool: string }[] };
  const names = new Set(tools.map((found) => found.tool));
  return [query, ...queries].filter((text) => text !== undefined).map((text) => ({ query: text, tools: names }));
}

function rootsOf(query: string): string[] {
  const { stops, shares } = readEnglish();
  const roots = new Set<string>();
  wordsOf(query.slice(0, 2000), (word) => {
    if (!stops.has(word) && (shares.get(stem(word)) ?? 1) > 0.5) roots.add(stem(word));
  });
  return [...roots];
}

function isMemory(value: Json): value is { words: string[]; tool: string } {
  const { words, tool } = Object(value) as Record<string, unknown>;
  return typeof tool === "string" && Array.isArray(words) && words.every((word) => typeof word === "string");
}
