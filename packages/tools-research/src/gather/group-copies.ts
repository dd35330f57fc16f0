import { wordsOf } from "@holdall/tool-kit/text";

/** Words in a row that are compared. */
const run = 5;
/** Part of the smaller text's runs that are in the other as well, from which on both are copies of one. */
const threshold = 0.6;

/** Runs of words of a text, for `isCopy`. */
export function shinglesOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text.slice(0, 200_000));
  const count = Math.max(1, words.length - run + 1);
  return new Set(Array.from({ length: count }, (_, i) => words.slice(i, i + run).join(" ")));
}

/** Whether two texts are near-duplicates, or one is a syndicated copy of the other with other words around it. */
export function isCopy(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared >= threshold * small.size;
}
