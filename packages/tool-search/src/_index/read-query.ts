import { readEnglish } from "./english.ts";
import { type InvertedIndex, nearStems } from "./inverted-index.ts";
import type { QueryTerm } from "./rank.ts";
import { readRelated } from "./related-words.ts";
import { stem } from "./stem.ts";
import { wordsOf } from "./words-of.ts";

/** Different words of a query that count. */
const maxWords = 200;
/** Characters of a query that are read. */
export const maxQueryLength = 64 * maxWords;
const maxCompound = 40;
/** What related words are worth of the word asked for, together and not quite: each of n counts for 1/√n of it. */
const relatedShare = 0.4;
/** The same where no tool has the word asked for. */
const standInShare = 0.8;
const nearShare = 0.3;

export interface Query {
  /** Sorted by stem. */
  readonly terms: readonly QueryTerm[];
  /** The stems of what it asks for, without the words of any request; empty when the index lacks one of them. */
  readonly core: readonly string[];
  /** What a document with all of its words would score, known or not. */
  readonly best: number;
}

/** Turn the words of a query into stems that weigh as rare as they are in `count` documents. */
export function readQuery(text: string, index: InvertedIndex, count: number): Query {
  const { shares } = readEnglish();
  const related = readRelated();
  const weights = new Map<string, number>();
  const rarity = (root: string) => {
    const documents = index.get(root)?.size ?? 0;
    return Math.log(1 + (count - documents + 0.5) / (documents + 0.5));
  };
  const add = (root: string, share: number, max = Number.POSITIVE_INFINITY) =>
    weights.set(root, Math.max(weights.get(root) ?? 0, share * Math.min(max, rarity(root))));

  const roots = readRoots(text, index);
  const own = new Set(roots.filter((root) => index.has(root)));
  const isOther = (root: string) => !own.has(root) && index.has(root);
  let best = 0;
  for (const root of roots) {
    const share = shares.get(root) ?? 1;
    const isKnown = own.has(root);
    best += share * rarity(root);
    if (isKnown) add(root, share);
    const others = (related.get(root) ?? []).filter(isOther);
    const each = (isKnown ? relatedShare : standInShare) / Math.sqrt(others.length);
    for (const other of others) add(other, share * each, isKnown ? rarity(root) : undefined);
    if (isKnown) continue;
    for (const other of [...nearStems(index, root), ...halves(root, index)].filter(isOther))
      add(other, share * nearShare);
  }
  const terms = [...weights].map(([stem, weight]) => ({ stem, weight })).sort((a, b) => (a.stem < b.stem ? -1 : 1));
  const weighty = roots.filter((root) => !shares.has(root));
  const core = weighty.length > 1 ? weighty : roots;
  return { terms, core: core.every((root) => own.has(root)) ? core : [], best: Math.max(1, best) };
}

/** The stems of a query, once each. A spelling together that the catalog knows (`github`) stands for its parts. */
function readRoots(text: string, index: InvertedIndex): readonly string[] {
  const { stops } = readEnglish();
  const roots: string[] = [];
  let last = -1;
  wordsOf(text.slice(0, maxQueryLength), (word, whole) => {
    if (roots.length >= 2 * maxWords) return;
    const together = whole === undefined ? undefined : stem(whole);
    if (together !== undefined && index.has(together)) {
      if (last >= 0) roots.length = last;
      last = roots.push(together) - 1;
    } else if (stops.has(word)) last = -1;
    else last = roots.push(stem(word)) - 1;
  });
  return [...new Set(roots)].slice(0, maxWords);
}

/** `screenshot` is `screen` and `shot` where the catalog writes them apart. */
function halves(root: string, index: InvertedIndex): string[] {
  if (root.length > maxCompound) return [];
  for (let at = 3; at <= root.length - 3; at++) {
    const parts = [stem(root.slice(0, at)), root.slice(at)];
    if (parts.every((part) => index.has(part))) return parts;
  }
  return [];
}
