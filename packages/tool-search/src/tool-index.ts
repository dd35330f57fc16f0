import { readEnglish } from "./_index/english.ts";
import { description, fieldsOf } from "./_index/fields.ts";
import { compareNames, findNames } from "./_index/find-names.ts";
import { impactsFor, lengthPower, toByte } from "./_index/impact.ts";
import { createNameTable } from "./_index/names.ts";
import { createPostings } from "./_index/postings.ts";
import { type Ranked, rank, type Scratch } from "./_index/rank.ts";
import { readQuery } from "./_index/read-query.ts";
import { stem } from "./_index/stem.ts";
import { createVocabulary } from "./_index/vocabulary.ts";
import { wordsOf } from "./_index/words-of.ts";
import type { ToolDocument } from "./tool-document.ts";

/** Why a tool was found: called by name, all words asked for stand in its name, or words of its texts. */
export type LexicalMatch = "exact" | "name" | "keyword";

export interface IndexHit<T> {
  readonly document: T;
  /** From 0 to 1: how much of what the query asks for was found. 1 when the query calls the tool by name. */
  readonly score: number;
  readonly matched: LexicalMatch;
}

export interface IndexSearchOptions<T> {
  /** Hits to return. */
  readonly limit?: number;
  /** Leaves out documents that it refuses. */
  readonly keeps?: ((document: T) => boolean) | undefined;
}

/** Tools by what they are called and what they do. The same documents give the same answers, in whatever order they came and went. */
export interface ToolIndex<T extends ToolDocument = ToolDocument> {
  readonly size: number;
  /** Documents must not change while they are here: leaving reads them again. */
  add(...documents: readonly T[]): void;
  /** Remove the very object that was added; false when it is not here. */
  remove(document: T): boolean;
  /** Tools that the query calls by name first, in its order, then by score, then by name. */
  search(query: string, options?: IndexSearchOptions<T>): readonly IndexHit<T>[];
}

/** What a tool gains when the query's prose says its name, as a share of the best score, and for how many of them it counts. */
const mentionLift = 0.2;
const mostMentioned = 20;

/** Words that a name can be asked for with. */
const mostNameWords = 6;

/** Create an index of tools: about five bytes a different word of a tool, besides the documents themselves. */
export function createToolIndex<T extends ToolDocument = ToolDocument>(documents: Iterable<T> = []): ToolIndex<T> {
  const vocabulary = createVocabulary();
  const postings = createPostings();
  const names = createNameTable();
  const slots: (T | undefined)[] = [];
  const vacant: number[] = [];
  const { stops, shares } = readEnglish();
  let frequencies = new Float64Array(64);
  let nameMarks = new Uint8Array(64);
  let scratch: Scratch = { scores: new Int32Array(0), touched: new Uint32Array(0) };
  let describedWords = 0;
  let impacts: Int32Array | undefined;

  const at = (slot: number): T => slots[slot]!;
  const size = () => slots.length - vacant.length;

  /** Hand each term of a document to `take`, with its byte; returns the words of the description. */
  function eachTerm(document: T, take: (term: number, byte: number) => void): number {
    const touched: number[] = [];
    let described = 0;
    for (const [field, texts] of fieldsOf(document)) {
      const words: number[] = [];
      const wholes: number[] = [];
      for (const text of texts) {
        wordsOf(text, (word, whole) => {
          const term = vocabulary.termOf(word);
          if (term >= 0) words.push(term);
          if (field.wholes && whole !== undefined) wholes.push(vocabulary.termOf(whole));
        });
      }
      if (field === description) described = words.length;
      const share = field.weight / (Math.max(1, words.length) / field.usual) ** lengthPower;
      for (const term of wholes.length > 0 ? words.concat(wholes) : words) {
        if (term < 0) continue;
        if (term >= frequencies.length) {
          frequencies = doubled(frequencies, term, Float64Array);
          nameMarks = doubled(nameMarks, term, Uint8Array);
        }
        if (frequencies[term] === 0) touched.push(term);
        frequencies[term]! += share;
        if (field.isName) nameMarks[term] = 1;
      }
    }
    for (const term of touched) {
      take(term, toByte(frequencies[term]!, nameMarks[term] === 1));
      frequencies[term] = 0;
      nameMarks[term] = 0;
    }
    return described;
  }

  function slotOf(document: T): number | undefined {
    return findNames(document.name, names, at, () => false).called.find((slot) => slots[slot] === document);
  }

  const index: ToolIndex<T> = {
    get size() {
      return size();
    },
    add: (...added) => addAll(added),
    remove(document) {
      const slot = slotOf(document);
      if (slot === undefined) return false;
      describedWords -= eachTerm(document, (term) => postings.remove(term, slot));
      names.remove(slot, document);
      slots[slot] = undefined;
      vacant.push(slot);
      settle();
      return true;
    },
    search(text, { limit = 5, keeps } = {}) {
      const kept = keeps && ((slot: number) => keeps(at(slot)));
      const filler = (word: string) => stops.has(word) || (shares.get(stem(word)) ?? 1) < 0.5;
      const { called, mentioned } = findNames(text, names, at, filler);
      const named = called.filter((slot) => kept?.(slot) ?? true).slice(0, limit);
      const hits: IndexHit<T>[] = named.map((slot) => ({ document: at(slot), score: 1, matched: "exact" }));
      if (hits.length >= limit) return hits;

      impacts ??= impactsFor(describedWords / Math.max(1, size()), description.usual);
      if (scratch.scores.length < slots.length) {
        scratch = { scores: new Int32Array(slots.length), touched: new Uint32Array(slots.length) };
      }
      const { terms, core, best } = readQuery(text, vocabulary, postings, size());
      const isFree = (slot: number) => !named.includes(slot) && (kept?.(slot) ?? true);
      const lifted = new Set(mentioned.filter(isFree).slice(0, mostMentioned));
      const first = allInName(core);
      const compare = (a: number, b: number) => compareNames(at(a), at(b));
      const rankSome = (wanted: number, keeps: ((slot: number) => boolean) | undefined) =>
        rank({ postings, terms, impacts: impacts!, scratch, first, limit: wanted, keeps, compare });
      const left = limit - hits.length;
      const scored = (found: readonly Ranked[]) =>
        found.map((each) => ({ ...each, score: Math.min(1, each.score / best) }));
      if (lifted.size === 0) {
        hits.push(...scored(rankSome(left, named.length > 0 || kept ? isFree : undefined)).map(hitOf));
        return hits;
      }
      const others = scored(rankSome(left, (slot) => isFree(slot) && !lifted.has(slot)));
      const found = scored(rankSome(lifted.size, (slot) => lifted.has(slot)));
      const lift = mentionLift * Math.max(...[...others, ...found].map(({ score }) => score));
      const merged = [...others, ...found.map((each) => ({ ...each, score: Math.min(1, each.score + lift) }))].sort(
        (a, b) => Number(b.isFirst) - Number(a.isFirst) || b.score - a.score || compare(a.slot, b.slot),
      );
      hits.push(...merged.slice(0, left).map(hitOf));
      return hits;
    },
  };

  function hitOf({ slot, score, isFirst }: Ranked): IndexHit<T> {
    return { document: at(slot), score, matched: isFirst ? "name" : "keyword" };
  }

  function addAll(added: Iterable<T>): void {
    for (const document of added) {
      const slot = vacant.pop() ?? slots.length;
      slots[slot] = document;
      names.add(slot, document);
      describedWords += eachTerm(document, (term, byte) => postings.add(term, slot, byte));
    }
    settle();
  }

  /** The documents whose names have every one of these terms. */
  function allInName(terms: readonly number[]): Uint32Array {
    if (terms.length === 0 || terms.length > mostNameWords) return new Uint32Array(0);
    const [rarest, ...others] = terms.toSorted((a, b) => postings.count(a) - postings.count(b));
    return others.reduce((among, term) => postings.marked(term, among), postings.marked(rarest!));
  }

  function settle(): void {
    vocabulary.forgetWords();
    postings.trim();
    impacts = undefined;
  }

  addAll(documents);
  return index;
}

function doubled<A extends Float64Array | Uint8Array>(array: A, least: number, make: new (length: number) => A): A {
  const larger = new make(Math.max(least + 1, array.length * 2));
  larger.set(array);
  return larger;
}
