import { readEnglish } from "./english.ts";
import { fullImpact } from "./impact.ts";
import type { Postings } from "./postings.ts";
import type { QueryTerm } from "./rank.ts";
import { readRelated } from "./related-words.ts";
import { stem } from "./stem.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words-of.ts";

/** Different words of a query that count. */
const mostWords = 200;
/** Characters of a query that are read. */
export const longestQuery = 64 * mostWords;
const longestCompound = 40;
/** What related words are worth of the word asked for, together and not quite: each of n counts for 1/√n of it. */
const relatedShare = 0.4;
/** The same where no tool has the word asked for. */
const standInShare = 0.8;
const nearShare = 0.3;
/** Term values are integers: this is 1. */
const unit = 128;

export interface Query {
  readonly terms: readonly QueryTerm[];
  /** The terms of what it asks for, without the words of any request; empty when the catalogue lacks one of them. */
  readonly core: readonly number[];
  /** What a document with all of its words would score, known or not. */
  readonly best: number;
}

/** Turn the words of a query into terms that weigh as rare as they are in `count` documents. */
export function readQuery(text: string, vocabulary: Vocabulary, postings: Postings, count: number): Query {
  const { shares } = readEnglish();
  const related = readRelated();
  const values = new Map<number, number>();
  const own: number[] = [];
  let best = 0;
  const rarity = (documents: number) => Math.log(1 + (count - documents + 0.5) / (documents + 0.5));
  const worth = (term: number, share: number, most = Number.POSITIVE_INFINITY) =>
    Math.round(unit * share * Math.min(most, rarity(postings.count(term))));
  const also = (term: number, share: number, most?: number) =>
    values.set(term, Math.max(values.get(term) ?? 0, worth(term, share, most)));

  const roots = readRoots(text, vocabulary, postings);
  for (const root of roots) {
    const share = shares.get(root) ?? 1;
    const term = vocabulary.find(root);
    best += unit * share * rarity(term === undefined ? 0 : postings.count(term));
    if (term === undefined || postings.count(term) === 0) continue;
    own.push(term);
    values.set(term, worth(term, share));
  }
  const known = new Set(own);
  const isOther = (term: number | undefined): term is number =>
    term !== undefined && !known.has(term) && postings.count(term) > 0;
  for (const root of roots) {
    const term = vocabulary.find(root);
    const isKnown = term !== undefined && known.has(term);
    const share = shares.get(root) ?? 1;
    const most = isKnown ? rarity(postings.count(term)) : undefined;
    const others = (related.get(root) ?? []).map(vocabulary.find).filter(isOther);
    const each = (isKnown ? relatedShare : standInShare) / Math.sqrt(others.length);
    for (const other of others) also(other, share * each, most);
    if (isKnown) continue;
    const alike = [...vocabulary.near(root), ...halves(root, vocabulary)].filter(isOther);
    for (const other of alike) also(other, share * nearShare);
  }
  const terms = [...values].map(([term, value]) => ({ term, value })).filter(({ value }) => value > 0);
  const weighty = roots.filter((root) => !shares.has(root));
  const core = (weighty.length > 1 ? weighty : roots).map((root) => vocabulary.find(root));
  const isWhole = (found: (number | undefined)[]): found is number[] => found.every((term) => known.has(term ?? -1));
  return { terms, core: isWhole(core) ? core : [], best: Math.max(1, best * fullImpact) };
}

/** The stems of a query, once each. A spelling together that the catalogue knows (`github`) stands for its parts. */
function readRoots(text: string, vocabulary: Vocabulary, postings: Postings): readonly string[] {
  const { stops } = readEnglish();
  const roots: string[] = [];
  let last = -1;
  wordsOf(text.slice(0, longestQuery), (word, whole) => {
    if (roots.length >= 2 * mostWords) return;
    const together = whole === undefined ? undefined : stem(whole);
    const term = together === undefined ? undefined : vocabulary.find(together);
    if (together !== undefined && term !== undefined && postings.count(term) > 0) {
      if (last >= 0) roots.length = last;
      last = roots.push(together) - 1;
    } else if (stops.has(word)) last = -1;
    else last = roots.push(stem(word)) - 1;
  });
  return [...new Set(roots)].slice(0, mostWords);
}

/** `screenshot` is `screen` and `shot` where the catalogue writes them apart. */
function halves(root: string, vocabulary: Vocabulary): number[] {
  if (root.length > longestCompound) return [];
  for (let at = 3; at <= root.length - 3; at++) {
    const first = vocabulary.find(stem(root.slice(0, at)));
    const second = first === undefined ? undefined : vocabulary.find(root.slice(at));
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return [];
}
