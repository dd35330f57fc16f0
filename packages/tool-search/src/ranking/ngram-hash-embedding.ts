import { stem } from "../_index/stem.ts";
import { wordsOf } from "../_index/words-of.ts";
import type { EmbeddingModel } from "./embedding.ts";

/**
 * Create vectors of hashed stems and letter groups, for tests and experiments without a model. The same on every machine. They
 * compare spelling, not meaning, so they add almost nothing to keyword search.
 */
export function ngramHashEmbedding({ dimensions = 512 }: { readonly dimensions?: number } = {}): EmbeddingModel & {
  readonly specificationVersion: "v4";
} {
  return {
    specificationVersion: "v4",
    provider: "local",
    modelId: "ngram-hash-v1",
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: true,
    doEmbed: async ({ values, abortSignal }) => {
      abortSignal?.throwIfAborted();
      return { embeddings: values.map((text) => embed(text, dimensions)), warnings: [] };
    },
  };
}

function embed(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const add = (feature: string, weight: number) => {
    const hash = hashOf(feature);
    vector[(hash >>> 1) % dimensions]! += hash & 1 ? weight : -weight;
  };
  wordsOf(text, (word) => {
    const root = stem(word);
    add(root, 1);
    const padded = `<${root}>`;
    for (let at = 0; at + 3 <= padded.length; at++) add(padded.slice(at, at + 3), 0.3);
  });
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Source: FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
