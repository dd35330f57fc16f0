import { rankByWords, wordsOf } from "@holdall/tool-kit/text";
import type { Passage } from "./passages.ts";

export interface Ranked extends Passage {
  readonly score: number;
}

/** Weight of the answer to the question, against that of saying something new. */
const lambda = 0.7;
const perSource = 3;
/** Best by BM25, among which those are chosen that differ. */
const pool = 60;

/** Passages that answer a question best and differ from each other: BM25 over words and titles, then maximal marginal relevance. */
export function rankPassages(
  passages: readonly Passage[],
  keywords: readonly string[],
  titleOf: (source: number) => string,
  count: number,
): Ranked[] {
  const words = passages.map(({ quote }) => wordsOf(quote));
  const scores = rankByWords(
    passages.map(({ source }, i) => [...words[i]!, ...wordsOf(titleOf(source)).slice(0, 12)]),
    keywords,
  );
  const asked = new Set(keywords);
  const best = passages
    .map((passage, i) => ({ passage, words: new Set(words[i]), score: scores[i] ?? 0 }))
    .filter(({ score, words: own }) => score > 0 && [...own].some((word) => asked.has(word)))
    .sort((a, b) => b.score - a.score || a.passage.source - b.passage.source || a.passage.start - b.passage.start)
    .slice(0, pool);
  const top = best[0]?.score ?? 1;
  const chosen: (typeof best)[number][] = [];
  const used = new Map<number, number>();
  while (chosen.length < count) {
    let next: (typeof best)[number] | undefined;
    let nextValue = Number.NEGATIVE_INFINITY;
    for (const each of best) {
      if (chosen.includes(each) || (used.get(each.passage.source) ?? 0) >= perSource) continue;
      const likeness = Math.max(0, ...chosen.map((other) => overlap(each.words, other.words)));
      const value = lambda * (each.score / top) - (1 - lambda) * likeness;
      if (value > nextValue) [next, nextValue] = [each, value];
    }
    if (!next) break;
    chosen.push(next);
    used.set(next.passage.source, (used.get(next.passage.source) ?? 0) + 1);
  }
  return chosen.map(({ passage, score }) => ({ ...passage, score: Math.round(score * 100) / 100 }));
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared / (one.size + other.size - shared || 1);
}
