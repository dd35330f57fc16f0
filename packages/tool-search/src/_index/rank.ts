import type { InvertedIndex } from "./inverted-index.ts";

/** A stem of a query: what it adds, at most, to a document's score. */
export interface QueryTerm {
  readonly stem: string;
  readonly weight: number;
}

export interface Ranked {
  readonly slot: number;
  readonly score: number;
  /** One of those that come first whatever they score. */
  readonly isFirst: boolean;
}

export interface RankRequest {
  readonly index: InvertedIndex;
  /** Sorted, so that sums do not depend on the history of the index. */
  readonly terms: readonly QueryTerm[];
  /** What frequencies are multiplied by, for the mean length of the documents. */
  readonly scale: number;
  readonly first: ReadonlySet<number>;
  readonly keeps: (slot: number) => boolean;
  /** Orders documents of one score. */
  readonly compare: (a: number, b: number) => number;
}

const saturation = 1.4;

/** The documents that have a term of the query, by BM25, best first. */
export function rank({ index, terms, scale, first, keeps, compare }: RankRequest): Ranked[] {
  const scores = new Map<number, number>([...first].map((slot) => [slot, 0]));
  for (const { stem, weight } of terms) {
    for (const [slot, posting] of index.get(stem) ?? []) {
      const frequency = scale * posting.frequency;
      scores.set(slot, (scores.get(slot) ?? 0) + (weight * frequency) / (frequency + saturation));
    }
  }
  return [...scores]
    .filter(([slot]) => keeps(slot))
    .map(([slot, score]) => ({ slot, score, isFirst: first.has(slot) }))
    .sort(compareRanked(compare));
}

export const compareRanked = (compare: RankRequest["compare"]) => (a: Ranked, b: Ranked) =>
  Number(b.isFirst) - Number(a.isFirst) || b.score - a.score || compare(a.slot, b.slot);
