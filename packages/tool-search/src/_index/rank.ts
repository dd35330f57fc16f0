import type { Postings } from "./postings.ts";

/** A term of a query: what a full weight of it adds to a score, as an integer. */
export interface QueryTerm {
  readonly term: number;
  readonly value: number;
}

export interface Ranked {
  readonly slot: number;
  readonly score: number;
  /** One of those that were to come first. */
  readonly isFirst: boolean;
}

/** Room for one ranking at a time, one element a document. */
export interface Scratch {
  /** Zeros; left as they were found. */
  readonly scores: Int32Array;
  readonly touched: Uint32Array;
}

export interface RankRequest {
  readonly postings: Postings;
  readonly terms: readonly QueryTerm[];
  /** What a posting's byte counts for, ascending; never 0 from byte 1 on. */
  readonly impacts: Int32Array;
  readonly scratch: Scratch;
  /** Documents that come before all others, in the order of their scores. */
  readonly first: Uint32Array;
  readonly limit: number;
  readonly keeps?: ((slot: number) => boolean) | undefined;
  /** Orders documents of one score. */
  compare(a: number, b: number): number;
}

/** More than any score, and with any score below 2³¹. */
const ahead = 2 ** 30;

/**
 * The best documents of a query, exactly. Terms go from the one that can add most to the one that can add least; as soon as
 * the rest could not lift a new document into the result, they are only looked up for the documents that are still in the race.
 * Integer arithmetic: the result does not depend on the order. Source: Turtle and Flood's MaxScore, term at a time.
 */
export function rank({ postings, terms, impacts, scratch, first, limit, keeps, compare }: RankRequest): Ranked[] {
  const { scores, touched } = scratch;
  const most = ({ term, value }: QueryTerm) => value * impacts[postings.max(term)]!;
  const ordered = terms.toSorted((a, b) => most(b) - most(a) || a.term - b.term);
  let rest = ordered.reduce((sum, term) => sum + most(term), 0);
  let added = first.length >= limit ? ahead : 0;
  let threshold = 0;
  let count = 0;
  for (const slot of first) {
    scores[slot] = ahead;
    touched[count++] = slot;
  }
  let racing = touched.subarray(0, count);

  for (const query of ordered) {
    if (threshold > rest) {
      racing = racing.subarray(0, putAhead(racing, scores, threshold - rest));
      addTo(query, postings, impacts, scores, racing);
    } else {
      count = addAll(query, postings, impacts, scratch, count);
      racing = touched.subarray(0, count);
    }
    rest -= most(query);
    added += most(query);
    // Nobody can be ahead by more than was added.
    if (added > rest) threshold = nth(racing, scores, limit, keeps);
  }
  const best = select(racing, scores, limit, threshold, keeps, compare);
  const ranked = best.map((slot) => {
    const isFirst = scores[slot]! >= ahead;
    return { slot, score: scores[slot]! - (isFirst ? ahead : 0), isFirst };
  });
  for (let at = 0; at < count; at++) scores[touched[at]!] = 0;
  return ranked;
}

type Slots = Uint32Array;

/** Add a term's part to every document that has it; returns how many are touched now. */
function addAll(
  { term, value }: QueryTerm,
  postings: Postings,
  impacts: Int32Array,
  { scores, touched }: Scratch,
  count: number,
): number {
  const { slots, weights } = postings;
  const start = postings.start(term);
  const end = start + postings.count(term);
  let next = count;
  for (let at = start; at < end; at++) {
    const slot = slots[at]!;
    const before = scores[slot]!;
    if (before === 0) touched[next++] = slot;
    scores[slot] = before + value * impacts[weights[at]!]!;
  }
  return next;
}

/** Put those that score at least so much before the others; returns how many they are. */
function putAhead(racing: Slots, scores: Int32Array, least: number): number {
  let kept = 0;
  for (let at = 0; at < racing.length; at++) {
    const slot = racing[at]!;
    if (scores[slot]! < least) continue;
    racing[at] = racing[kept]!;
    racing[kept++] = slot;
  }
  return kept;
}

function addTo({ term, value }: QueryTerm, postings: Postings, impacts: Int32Array, scores: Int32Array, racing: Slots) {
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
function nth(racing: Slots, scores: Int32Array, limit: number, keeps?: (slot: number) => boolean): number {
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
  racing: Slots,
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
