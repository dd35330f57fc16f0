/** A reranking model of the AI SDK, specification v3 or v4, from any provider. */
export interface RerankingModel {
  readonly provider: string;
  readonly modelId: string;
  doRerank(options: {
    readonly documents: { type: "text"; values: string[] };
    readonly query: string;
    readonly topN?: number;
    readonly abortSignal?: AbortSignal;
  }): PromiseLike<{ readonly ranking: readonly { readonly index: number; readonly relevanceScore: number }[] }>;
}

/** Scores texts for a query: returns one score per text, in the same order. Higher is better. */
export type RerankFunction = (
  query: string,
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => PromiseLike<readonly number[]>;

export type Reranker = RerankingModel | RerankFunction;
