import type { Postings } from "./postings.ts";

/** A term of a query: what a full weight of it adds to a score, as an integer. */
export interface QueryTerm {
  readonly term: number;
  readonly value: number;
}

export interface Ranked {
  readonly slot: number;
  readonly score: number;
}

export interface RankRequest {
  readonly postings: Postings;
  readonly terms: readonly QueryTerm[];
  /** What a posting's byte counts for, ascending; never 0 from byte 1 on. */
  readonly impacts: Int32Array;
  /** One zero a document; left as it was found. */
  readonly scores: Int32Array;
  readonly limit: number;
  readonly keeps?: ((slot: number) => boolean) | undefined;
  /** Orders documents of one score. */
  compare(a: number, b: number): number;
}

/**
 * The best documents of a query, exactly. Terms go from the one that can add most to the one that can add least; as soon as
 * the rest could not lift a new document into the result, they are only looked up for the documents that are still in the race.
 * Integer arithmetic: the result does not depend on the order. Source: Turtle and Flood's MaxScore, term at a time.
 */
export function rank({ postings, terms, impacts, scores, limit, keeps, compare }: RankRequest): Ranked[] {
  const most = ({ term, value }: QueryTerm) => value * impacts[postings.max(term)]!;
  const ordered = terms.toSorted((a, b) => most(b) - most(a) || a.term - b.term);
  let rest = ordered.reduce((sum, term) => sum + most(term), 0);
  let added = 0;
  let threshold = 0;
  let racing: number[] = [];
  const touched = racing;
  let open = true;

  for (const query of ordered) {
    if (open && threshold > rest) open = false;
    if (open) {
      addAll(query, postings, impacts, scores, racing);
    } else {
      racing = racing.filter((slot) => scores[slot]! + rest >= threshold);
      addTo(query, postings, impacts, scores, racing);
    }
    rest -= most(query);
    added += most(query);
    if (added > rest) threshold = nth(racing, scores, limit, keeps);
  }
  const best = select(racing, scores, limit, threshold, keeps, compare);
  const ranked = best.map((slot) => ({ slot, score: scores[slot]! }));
  for (const slot of touched) scores[slot] = 0;
  return ranked;
}

function addAll(
  { term, value }: QueryTerm,
  postings: Postings,
  impacts: Int32Array,
  scores: Int32Array,
  racing: number[],
) {
  const { slots, weights } = postings;
  const start = postings.start(term);
  const end = start + postings.count(term);
  for (let at = start; at < end; at++) {
    const slot = slots[at]!;
    const before = scores[slot]!;
    if (before === 0) racing.push(slot);
    scores[slot] = before + value * impacts[weights[at]!]!;
  }
}

function addTo(
  { term, value }: QueryTerm,
  postings: Postings,
  impacts: Int32Array,
  scores: Int32Array,
  racing: number[],
) {
  const { slots, weights } = postings;
  const count = postings.count(term);
  if (racing.length * Math.log2(count + 2) * 2 < count) {
    for (const slot of racing) {
      const at = postings.find(term, slot);
      if (at >= 0) scores[slot]! += value * impacts[weights[at]!]!;
    }
    return;
  }
  const start = postings.start(term);
  for (let at = start; at < start + count; at++) {
    const slot = slots[at]!;
    if (scores[slot] !== 0) scores[slot]! += value * impacts[weights[at]!]!;
  }
}

/** The score of the document at place `limit`; 0 when there are fewer. */
function nth(racing: readonly number[], scores: Int32Array, limit: number, keeps?: (slot: number) => boolean): number {
  const best = new Int32Array(limit);
  for (const slot of racing) {
    const score = scores[slot]!;
    if (score <= best[limit - 1]! || (keeps && !keeps(slot))) continue;
    let at = limit - 1;
    while (at > 0 && best[at - 1]! < score) {
      best[at] = best[at - 1]!;
      at--;
    }
    best[at] = score;
  }
  return best[limit - 1]!;
}

function select(
  racing: readonly number[],
  scores: Int32Array,
  limit: number,
  threshold: number,
  keeps: RankRequest["keeps"],
  compare: RankRequest["compare"],
): number[] {
  const best: number[] = [];
  const precedes = (a: number, b: number) => (scores[b]! - scores[a]! || compare(a, b)) < 0;
  for (const slot of racing) {
    if (scores[slot]! < threshold || (keeps && !keeps(slot))) continue;
    if (best.length === limit && !precedes(slot, best[limit - 1]!)) continue;
    let at = best.length === limit ? limit - 1 : best.length;
    for (; at > 0 && precedes(slot, best[at - 1]!); at--) best[at] = best[at - 1]!;
    best[at] = slot;
  }
  return best;
}
