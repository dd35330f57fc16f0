import { readEnglish } from "../_index/english.ts";
import { description } from "../_index/fields.ts";
import { compareNames, findNames } from "../_index/find-names.ts";
import { type InvertedIndex, lengthPower, readDocument } from "../_index/inverted-index.ts";
import { addNames, type NameTable, removeNames } from "../_index/names.ts";
import { compareRanked, type Ranked, rank } from "../_index/rank.ts";
import { readQuery } from "../_index/read-query.ts";
import { stem } from "../_index/stem.ts";
import type { ToolDocument } from "./tool-document.ts";

/** The reason for a hit: the query names the tool, its name contains all words of the query, or its texts contain words of it. */
export type LexicalMatch = "exact" | "name" | "keyword";

export interface IndexHit<T> {
  readonly document: T;
  /** How much of the query was found, from 0 to 1. 1 if the query names the tool. */
  readonly score: number;
  readonly matched: LexicalMatch;
}

export interface IndexSearchOptions<T> {
  /** The maximum number of hits. */
  readonly limit?: number;
  /** Returns false for documents to leave out. */
  readonly keeps?: ((document: T) => boolean) | undefined;
}

/** An index of tools by name and function. The same documents return the same results, in whatever order they were added and removed. */
export interface ToolIndex<T extends ToolDocument = ToolDocument> {
  readonly size: number;
  /** Add documents. They must not change while they are in the index. */
  add(...documents: readonly T[]): void;
  /** Remove an object that was added. Returns false if it is not in the index. */
  remove(document: T): boolean;
  /** Search: tools named in the query first, in its order, then by score, then by name. */
  search(query: string, options?: IndexSearchOptions<T>): readonly IndexHit<T>[];
}

/** What a tool gains when the query's prose says its name, as a share of the best score, and for how many of them it counts. */
const mentionLift = 0.2;
const maxMentioned = 20;

/** Words that a name can be asked for with. */
const maxNameWords = 6;

/** Create an index of tools. */
export function createToolIndex<T extends ToolDocument = ToolDocument>(documents: Iterable<T> = []): ToolIndex<T> {
  const inverted: InvertedIndex = new Map();
  const names: NameTable = new Map();
  const slots: (T | undefined)[] = [];
  const vacant: number[] = [];
  const { stops, shares } = readEnglish();
  let describedWords = 0;

  const at = (slot: number): T => slots[slot]!;
  const size = () => slots.length - vacant.length;

  const index: ToolIndex<T> = {
    get size() {
      return size();
    },
    add(...added) {
      for (const document of added) add(document);
    },
    remove(document) {
      const { called } = findNames(document.name, names, at, () => false);
      const slot = called.find((one) => slots[one] === document);
      if (slot === undefined) return false;
      const read = readDocument(document);
      describedWords -= read.describedWords;
      for (const root of read.postings.keys()) {
        const postings = inverted.get(root);
        postings?.delete(slot);
        if (postings?.size === 0) inverted.delete(root);
      }
      removeNames(names, slot, document);
      slots[slot] = undefined;
      vacant.push(slot);
      return true;
    },
    search(text, { limit = 5, keeps } = {}) {
      const kept = keeps && ((slot: number) => keeps(at(slot)));
      const filler = (word: string) => stops.has(word) || (shares.get(stem(word)) ?? 1) < 0.5;
      const { called, mentioned } = findNames(text, names, at, filler);
      const named = called.filter((slot) => kept?.(slot) ?? true).slice(0, limit);
      const hits: IndexHit<T>[] = named.map((slot) => ({ document: at(slot), score: 1, matched: "exact" }));
      if (hits.length >= limit) return hits;

      const { terms, core, best } = readQuery(text, inverted, size());
      const isFree = (slot: number) => !named.includes(slot) && (kept?.(slot) ?? true);
      const compare = (a: number, b: number) => compareNames(at(a), at(b));
      const mean = describedWords / Math.max(1, size());
      const scale = mean > 0 ? (mean / description.usual) ** lengthPower : 1;
      const ranked = rank({ index: inverted, terms, scale, first: allInName(core), keeps: isFree, compare });
      const scored = ranked.map((each) => ({ ...each, score: Math.min(1, each.score / best) }));
      const lifted = new Set(mentioned.filter(isFree).slice(0, maxMentioned));
      if (lifted.size > 0) {
        const lift = mentionLift * Math.max(...scored.map(({ score }) => score));
        for (const each of scored) if (lifted.has(each.slot)) each.score = Math.min(1, each.score + lift);
        scored.sort(compareRanked(compare));
      }
      hits.push(...scored.slice(0, limit - hits.length).map(hitOf));
      return hits;
    },
  };

  function hitOf({ slot, score, isFirst }: Ranked): IndexHit<T> {
    return { document: at(slot), score, matched: isFirst ? "name" : "keyword" };
  }

  function add(document: T): void {
    const slot = vacant.pop() ?? slots.length;
    slots[slot] = document;
    addNames(names, slot, document);
    const read = readDocument(document);
    describedWords += read.describedWords;
    for (const [root, posting] of read.postings) {
      const postings = inverted.get(root) ?? new Map();
      inverted.set(root, postings.set(slot, posting));
    }
  }

  /** The documents whose names have every one of these stems. */
  function allInName(roots: readonly string[]): ReadonlySet<number> {
    const [root, ...others] = roots;
    if (root === undefined || roots.length > maxNameWords) return new Set();
    const slots = [...(inverted.get(root) ?? [])].flatMap(([slot, { inName }]) => (inName ? slot : []));
    return new Set(slots.filter((slot) => others.every((other) => inverted.get(other)?.get(slot)?.inName)));
  }

  for (const document of documents) add(document);
  return index;
}
