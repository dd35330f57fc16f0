/** For each term, the documents that have it, ascending, with a weight of one byte each. */
export interface Postings {
  /** Documents with the term. */
  count(term: number): number;
  /** The greatest weight of the term. */
  max(term: number): number;
  /** Where the term's part of `slots` and `weights` starts. */
  start(term: number): number;
  /** Both move when something is added: ask again. */
  readonly slots: Uint32Array;
  readonly weights: Uint8Array;
  add(term: number, slot: number, weight: number): void;
  remove(term: number, slot: number): void;
  /** Index of a document in `slots`, or -1. */
  find(term: number, slot: number): number;
  /** The documents whose weight has its lowest bit set, ascending; only those that are among these. */
  marked(term: number, among?: Uint32Array): Uint32Array;
  /** Give back room that is not used, when there is much of it. */
  trim(): void;
}

/** All lists lie in one pair of arrays; a list that outgrows its room moves to the end. */
export function createPostings(): Postings {
  let starts = new Uint32Array(64);
  let counts = new Uint32Array(64);
  let rooms = new Uint32Array(64);
  let maxima = new Uint8Array(64);
  let slots = new Uint32Array(256);
  let weights = new Uint8Array(256);
  let terms = 0;
  let used = 0;
  let live = 0;

  function makeRoom(term: number): void {
    const count = counts[term]!;
    const room = count + Math.max(2, count >> 1);
    if (used + room > slots.length) {
      slots = grown(slots, used + room);
      weights = grown(weights, used + room);
    }
    const start = starts[term]!;
    slots.copyWithin(used, start, start + count);
    weights.copyWithin(used, start, start + count);
    starts[term] = used;
    rooms[term] = room;
    used += room;
  }

  /** Index of the first document at or after `slot`. */
  function lowerBound(term: number, slot: number): number {
    let low = starts[term]!;
    let high = low + counts[term]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (slots[middle]! < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function find(term: number, slot: number): number {
    const at = lowerBound(term, slot);
    return at < starts[term]! + counts[term]! && slots[at] === slot ? at : -1;
  }

  return {
    count: (term) => counts[term] ?? 0,
    max: (term) => maxima[term] ?? 0,
    start: (term) => starts[term] ?? 0,
    get slots() {
      return slots;
    },
    get weights() {
      return weights;
    },
    find,
    add(term, slot, weight) {
      if (term >= counts.length) {
        starts = grown(starts, term + 1);
        counts = grown(counts, term + 1);
        rooms = grown(rooms, term + 1);
        maxima = grown(maxima, term + 1);
      }
      if (term >= terms) terms = term + 1;
      if (counts[term] === rooms[term]) makeRoom(term);
      const end = starts[term]! + counts[term]!;
      const last = counts[term]! > 0 ? slots[end - 1]! : -1;
      const at = last < slot ? end : lowerBound(term, slot);
      if (at < end) {
        slots.copyWithin(at + 1, at, end);
        weights.copyWithin(at + 1, at, end);
      }
      slots[at] = slot;
      weights[at] = weight;
      counts[term]!++;
      live++;
      if (weight > maxima[term]!) maxima[term] = weight;
    },
    remove(term, slot) {
      const at = find(term, slot);
      if (at < 0) return;
      const start = starts[term]!;
      const end = start + counts[term]!;
      slots.copyWithin(at, at + 1, end);
      weights.copyWithin(at, at + 1, end);
      counts[term]!--;
      live--;
      maxima[term] = weights.subarray(start, end - 1).reduce((most, weight) => Math.max(most, weight), 0);
    },
    marked(term, among) {
      const start = starts[term] ?? 0;
      const end = start + (counts[term] ?? 0);
      const found = new Uint32Array(Math.min(end - start, among?.length ?? end - start));
      let count = 0;
      let other = 0;
      for (let at = start; at < end && count < found.length; at++) {
        if ((weights[at]! & 1) === 0) continue;
        const slot = slots[at]!;
        while (among && other < among.length && among[other]! < slot) other++;
        if (!among || among[other] === slot) found[count++] = slot;
      }
      return found.subarray(0, count);
    },
    trim() {
      if (slots.length <= live * 1.25 + 256) return;
      const packed = new Uint32Array(live);
      const packedWeights = new Uint8Array(live);
      used = 0;
      for (let term = 0; term < terms; term++) {
        const start = starts[term]!;
        const count = counts[term]!;
        packed.set(slots.subarray(start, start + count), used);
        packedWeights.set(weights.subarray(start, start + count), used);
        starts[term] = used;
        rooms[term] = count;
        used += count;
      }
      slots = packed;
      weights = packedWeights;
    },
  };
}

function grown<T extends Uint8Array | Uint32Array>(array: T, least: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(least, array.length * 2));
  larger.set(array);
  return larger;
}
