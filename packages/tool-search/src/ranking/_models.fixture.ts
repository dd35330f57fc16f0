import type { EmbeddingModel } from "./embedding.ts";
import type { RerankingModel } from "./reranking.ts";

/** Words and the concept each stands for: a model that knows meanings, as far as this table goes. */
const concepts: Readonly<Record<string, number>> = {
  notify: 0,
  tell: 0,
  send: 0,
  message: 0,
  post: 0,
  ping: 0,
  team: 1,
  crew: 1,
  everyone: 1,
  colleague: 1,
  channel: 1,
  staff: 1,
  money: 2,
  invoice: 2,
  bill: 2,
  charge: 2,
  customer: 2,
  day: 3,
  calendar: 3,
  appointments: 3,
  agenda: 3,
  meetings: 3,
  erase: 4,
  delete: 4,
  remove: 4,
  file: 4,
  language: 5,
  translate: 5,
  french: 5,
};

export interface FakeModel extends EmbeddingModel {
  readonly specificationVersion: "v4";
  /** The texts of every call. */
  readonly calls: string[][];
  /** Calls that ran at the same time, at most. */
  readonly together: number;
}

export interface FakeOptions {
  readonly modelId?: string;
  readonly batch?: number | undefined;
  readonly parallel?: boolean;
  readonly dimensions?: () => number;
  /** Throw to fail, return to go on. */
  readonly before?: (values: readonly string[], signal: AbortSignal | undefined) => void | Promise<void>;
}

/** An embedding model as the AI SDK's specification shapes it. */
export function conceptModel({
  modelId = "concepts",
  batch,
  parallel = false,
  dimensions = () => 8,
  before,
}: FakeOptions = {}): FakeModel {
  const calls: string[][] = [];
  let [running, together] = [0, 0];
  return {
    specificationVersion: "v4",
    provider: "toy",
    modelId,
    maxEmbeddingsPerCall: Promise.resolve(batch),
    supportsParallelCalls: Promise.resolve(parallel),
    calls,
    get together() {
      return together;
    },
    async doEmbed({ values, abortSignal }) {
      calls.push(values);
      together = Math.max(together, ++running);
      try {
        await before?.(values, abortSignal);
        await Promise.resolve();
        return { embeddings: values.map((text) => meaning(text, dimensions())), usage: { tokens: 1 }, warnings: [] };
      } finally {
        running--;
      }
    },
  };
}

function meaning(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.001);
  for (const word of text.toLowerCase().split(/[^a-z]+/)) {
    const concept = concepts[word];
    if (concept !== undefined) vector[concept]! += 1;
  }
  return vector;
}

/** A reranking model that prefers texts with a word. */
export function preferring(word: string): RerankingModel & { readonly specificationVersion: "v4" } {
  return {
    specificationVersion: "v4",
    provider: "toy",
    modelId: "reranker",
    async doRerank({ documents: { values } }) {
      const scored = values.map((text, index) => ({ index, relevanceScore: text.includes(word) ? 0.9 : 0.1 }));
      return { ranking: scored.sort((a, b) => b.relevanceScore - a.relevanceScore) };
    },
  };
}
