import { compareNames } from "../_index/find-names.ts";
import type { ToolDocument } from "./tool-document.ts";

/** A ranking of its own and how much it has to say. */
export interface Opinion<T> {
  readonly documents: readonly T[];
  readonly weight: number;
}

export interface Fused<T> {
  readonly document: T;
  /** From 0 to 1, which is first in every opinion. */
  readonly score: number;
}

/** Softens the first places. Source: Cormack, Clarke and Büttcher, 2009. */
const softness = 60;

/** Reciprocal rank fusion. */
export function fuse<T extends ToolDocument>(opinions: readonly Opinion<T>[]): Fused<T>[] {
  const scores = new Map<T, number>();
  for (const { documents, weight } of opinions) {
    for (const [place, document] of documents.entries()) {
      scores.set(document, (scores.get(document) ?? 0) + weight / (softness + place + 1));
    }
  }
  const most = opinions.reduce((sum, { weight }) => sum + weight, 0) / (softness + 1);
  return [...scores]
    .map(([document, score]) => ({ document, score: score / most }))
    .sort((a, b) => b.score - a.score || compareNames(a.document, b.document));
}
