import { ToolError } from "@holdall/tool-core";
import type { Embedder, EmbeddingModel } from "./embedding.ts";

/** Texts a call where the model sets no limit. */
const usualBatch = 128;
/** Calls at once, where the model can take several. */
const maxCalls = 4;

/** What vectors of one model share, and those of another do not. */
export const embedderId = (embedder: Embedder): string =>
  typeof embedder === "function" ? "function" : `${embedder.provider}/${embedder.modelId}`;

/**
 * Embed texts in batches, in parallel where the model allows it; `keep` gets each unit vector as soon as it is there, so
 * that a later failure loses nothing. Rejects with the first failure.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
  keep: (at: number, vector: Float32Array) => void,
): Promise<void> {
  const { batch, calls } = await limitsOf(embedder);
  let next = 0;
  const worker = async () => {
    while (next < texts.length) {
      const start = next;
      next += batch;
      signal.throwIfAborted();
      const values = texts.slice(start, start + batch);
      const vectors = await call(embedder, values, signal);
      signal.throwIfAborted();
      if (vectors.length !== values.length) {
        throw new ToolError(
          "invalid_output",
          `${embedderId(embedder)} returned ${vectors.length} vectors for ${values.length} texts.`,
        );
      }
      for (const [at, vector] of vectors.entries()) keep(start + at, unit(vector));
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: calls }, worker));
  for (const outcome of workers) if (outcome.status === "rejected") throw outcome.reason;
}

async function limitsOf(embedder: Embedder): Promise<{ batch: number; calls: number }> {
  if (typeof embedder === "function") return { batch: usualBatch, calls: 1 };
  const most = (await embedder.maxEmbeddingsPerCall) ?? usualBatch;
  return { batch: Math.max(1, Math.min(most, 2048)), calls: (await embedder.supportsParallelCalls) ? maxCalls : 1 };
}

async function call(embedder: Embedder, values: string[], signal: AbortSignal): Promise<readonly ArrayLike<number>[]> {
  if (typeof embedder === "function") return embedder(values, { signal });
  const model: EmbeddingModel = embedder;
  const { embeddings } = await model.doEmbed({ values, abortSignal: signal });
  return embeddings;
}

function unit(vector: ArrayLike<number>): Float32Array {
  const result = Float32Array.from(vector);
  const length = Math.hypot(...result);
  if (result.length === 0 || !Number.isFinite(length)) {
    throw new ToolError("invalid_output", "The embedding model returned a vector that is empty or not numeric.");
  }
  return length === 0 ? result : result.map((value) => value / length);
}
