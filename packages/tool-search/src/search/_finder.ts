import { ToolError } from "@holdall/tool-core";
import { type Fused, fuse, type Opinion } from "../ranking/_fuse.ts";
import type { RegistryIndex, ToolEntry } from "../ranking/_registry-index.ts";
import { rerank } from "../ranking/_rerank.ts";
import { createVectorIndex, type VectorCache } from "../ranking/_vector-index.ts";
import type { Embedder } from "../ranking/embedding.ts";
import type { Reranker } from "../ranking/reranking.ts";
import type { LexicalMatch } from "../ranking/tool-index.ts";
import type { ToolUsage } from "../ranking/tool-usage.ts";

export type SearchMode = "auto" | "literal" | "semantic";

/** What brought a tool into the result; `semantic`: only its vector or earlier use. */
export type Matched = LexicalMatch | "semantic";

export interface RankedTool {
  readonly entry: ToolEntry;
  readonly score: number;
  readonly matched: Matched;
}

export interface FinderOptions {
  readonly embed?: Embedder | undefined;
  readonly vectors?: VectorCache | undefined;
  readonly rerank?: Reranker | undefined;
  readonly usage?: ToolUsage | undefined;
}

export interface FindRequest {
  readonly queries: readonly string[];
  readonly mode: SearchMode;
  readonly limit: number;
  readonly keeps?: ((entry: ToolEntry) => boolean) | undefined;
  readonly signal: AbortSignal;
}

export interface Findings {
  /** One ranking a query. */
  readonly rankings: readonly (readonly RankedTool[])[];
  /** What was asked for and could not be done. */
  readonly notes: readonly string[];
}

/** Rankings that are fused reach this deep. */
const depth = 50;
const reranked = 30;
/** What was used before says less than what is written. */
const usageWeight = 0.5;

/** Search by words, and by vectors where there is a model for it. A model that fails costs its part of the ranking, and a warning. */
export function createFinder({ embed, vectors, rerank: reranker, usage }: FinderOptions) {
  const similar = embed && createVectorIndex<ToolEntry>(embed, vectors);

  return async function find({ index, entries }: RegistryIndex, request: FindRequest): Promise<Findings> {
    const { queries, mode, limit, keeps, signal } = request;
    const notes: string[] = [];
    const attempt = async <T>(what: string, run: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await run();
      } catch (error) {
        if (signal.aborted) throw error;
        notes.push(
          `${what} failed${ToolError.is(error) ? `: ${error.message}` : ""}; these are the results without it.`,
        );
        return undefined;
      }
    };
    if (mode === "semantic" && !similar) {
      notes.push("There is no embedding model, so only words were searched.");
    }
    const kept = keeps ? entries.filter(keeps) : entries;
    const near =
      similar && mode !== "literal"
        ? await attempt("The embedding model", () => similar.nearest(queries, kept, Math.max(depth, limit), signal))
        : undefined;

    const rankings = await Promise.all(
      queries.map(async (query, at) => {
        const hits = index.search(query, { limit: near || usage || reranker ? Math.max(depth, limit) : limit, keeps });
        const lexical = hits.map(({ document, ...hit }) => ({ entry: document, ...hit }));
        const exact = lexical.filter(({ matched }) => matched === "exact");
        const ranked = lexical.filter(({ matched }) => matched !== "exact");
        const opinions: Opinion<ToolEntry>[] = [];
        if (near) opinions.push({ documents: near[at]!.map(({ document }) => document), weight: 1 });
        const used = mode === "literal" ? [] : (usage?.recall(query) ?? []);
        const usedEntries = used.flatMap((name) => kept.find((entry) => entry.name === name) ?? []);
        if (usedEntries.length > 0) opinions.push({ documents: usedEntries, weight: usageWeight });
        let rest: readonly RankedTool[] = ranked;
        if (opinions.length > 0) {
          const words = { documents: ranked.map(({ entry }) => entry), weight: 1 };
          const all = mode === "semantic" && near ? opinions : [words, ...opinions];
          rest = withMatches(fuse(all), exact, ranked);
        }
        if (reranker && mode !== "literal" && rest.length > 1) {
          const better = await attempt("The reranking model", () =>
            rerank(reranker, query, rest.slice(0, reranked), signal),
          );
          if (better) rest = [...better, ...rest.slice(reranked)];
        }
        return [...exact, ...rest].slice(0, limit);
      }),
    );
    return { rankings, notes: [...new Set(notes)] };
  };
}

function withMatches(
  fused: readonly Fused<ToolEntry>[],
  exact: readonly RankedTool[],
  ranked: readonly RankedTool[],
): RankedTool[] {
  const named = new Set(exact.map(({ entry }) => entry));
  const matches = new Map(ranked.map(({ entry, matched }) => [entry, matched]));
  return fused
    .filter(({ document }) => !named.has(document))
    .map(({ document, score }) => ({ entry: document, score, matched: matches.get(document) ?? "semantic" }));
}
