import { contentHash, createSerialQueue } from "@holdall/tool-kit";
import { compareNames } from "../_index/find-names.ts";
import { embedderId, embedTexts } from "./_embed.ts";
import type { Embedder } from "./embedding.ts";
import type { ToolDocument } from "./tool-document.ts";

/** A cache of vectors, by model and text; a `Map` is sufficient. */
export interface VectorCache {
  get(key: string): Float32Array | undefined;
  set(key: string, vector: Float32Array): unknown;
}

export interface Similar<T> {
  readonly document: T;
  /** Cosine. */
  readonly similarity: number;
}

export interface VectorIndex<T> {
  /** The documents nearest to each query, best first. What is not yet embedded is embedded first. Rejects as the model does. */
  nearest(
    queries: readonly string[],
    documents: Iterable<T>,
    limit: number,
    signal: AbortSignal,
  ): Promise<Similar<T>[][]>;
}

/** Compare queries with documents by the vectors of a model. One search at a time fills the cache. */
export function createVectorIndex<T extends ToolDocument>(
  embedder: Embedder,
  cache: VectorCache = new Map(),
): VectorIndex<T> {
  const keys = new WeakMap<T, string>();
  const runSerially = createSerialQueue();

  function keyOf(document: T): string {
    let key = keys.get(document);
    if (key === undefined) {
      key = `${embedderId(embedder)}:${contentHash(new TextEncoder().encode(textOf(document)))}`;
      keys.set(document, key);
    }
    return key;
  }

  async function fill(documents: readonly T[], size: number, signal: AbortSignal): Promise<void> {
    const missing = documents.filter((document) => cache.get(keyOf(document))?.length !== size);
    await embedTexts(embedder, missing.map(textOf), signal, (at, vector) => cache.set(keyOf(missing[at]!), vector));
  }

  async function search(queries: readonly string[], documents: readonly T[], limit: number, signal: AbortSignal) {
    const vectors: Float32Array[] = [];
    await embedTexts(embedder, queries, signal, (at, vector) => {
      vectors[at] = vector;
    });
    // A model that changed its mind about the size of vectors makes old ones worthless.
    await fill(documents, vectors[0]?.length ?? 0, signal);
    return vectors.map((vector) => best(vector, documents, limit));
  }

  function best(query: Float32Array, documents: readonly T[], limit: number): Similar<T>[] {
    return documents
      .map((document) => ({ document, similarity: dot(query, cache.get(keyOf(document)) ?? query.subarray(0, 0)) }))
      .filter(({ similarity }) => similarity > 0)
      .sort((a, b) => b.similarity - a.similarity || compareNames(a.document, b.document))
      .slice(0, limit);
  }

  return {
    nearest: (queries, documents, limit, signal) => runSerially(() => search(queries, [...documents], limit, signal)),
  };
}

/** A document as a model should read it. */
export function textOf({ name, description, examples = [], namespace }: ToolDocument): string {
  const spoken = name.replace(/[_.-]+/g, " ").replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  return [`${spoken}: ${description}`, namespace && `Part of ${namespace}.`, ...examples].filter(Boolean).join("\n");
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
