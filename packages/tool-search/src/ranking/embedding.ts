/** An embedding model of the AI SDK, specification v2, v3 or v4, from any provider. */
export interface EmbeddingModel {
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(options: {
    readonly values: string[];
    readonly abortSignal?: AbortSignal;
  }): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>;
}

/** Embeds texts: returns one vector per text, in the same order. */
export type EmbedFunction = (
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => PromiseLike<readonly ArrayLike<number>[]>;

export type Embedder = EmbeddingModel | EmbedFunction;
