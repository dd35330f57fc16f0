import { ToolError } from "@holdall/tool-core";
import { compareNames } from "../_index/find-names.ts";
import type { ToolEntry } from "./_registry-index.ts";
import { textOf } from "./_vector-index.ts";
import type { Reranker } from "./reranking.ts";

/** The same tools in the order of a reranker, with its scores; those it leaves out come last, as they were. */
export async function rerank<T extends { readonly entry: ToolEntry; readonly score: number }>(
  reranker: Reranker,
  query: string,
  found: readonly T[],
  signal: AbortSignal,
): Promise<T[]> {
  const values = found.map(({ entry }) => textOf(entry));
  const scores = new Map<number, number>();
  if (typeof reranker === "function") {
    const given = await reranker(query, values, { signal });
    if (given.length !== values.length) {
      throw new ToolError("invalid_output", `the reranker returned ${given.length} scores for ${values.length} texts`);
    }
    for (const [at, score] of given.entries()) scores.set(at, score);
  } else {
    const documents = { type: "text", values } as const;
    const { ranking } = await reranker.doRerank({ documents, query, abortSignal: signal });
    for (const { index, relevanceScore } of ranking) scores.set(index, relevanceScore);
  }
  signal.throwIfAborted();
  const judged = found.flatMap((one, at) => {
    const score = scores.get(at);
    return score === undefined || !Number.isFinite(score) ? [] : [{ ...one, score }];
  });
  judged.sort((a, b) => b.score - a.score || compareNames(a.entry, b.entry));
  const kept = new Set(judged.map(({ entry }) => entry));
  return [...judged, ...found.filter(({ entry }) => !kept.has(entry)).map((one) => ({ ...one, score: 0 }))];
}
