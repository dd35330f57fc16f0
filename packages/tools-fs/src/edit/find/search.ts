import { isSpace } from "../../text/lines.ts";
import { type Candidate, verify } from "../check/verify.ts";
import { type Anchor, findAnchors, foldCode, splitWords, type Words } from "./fold.ts";

/** An anchor found more often than this is passed over for a rarer one. */
const RARE = 48;

/** Candidates kept; a pattern with more places than this is ambiguous whatever they are. */
const maxCandidates = 1000;

export interface Places {
  /** Where the pattern stands to the letter. */
  readonly exact: readonly number[];
  /** Where its words stand, at most `maxCandidates`; only searched for when `exact` is empty. */
  readonly tolerant: readonly Candidate[];
  /** False when the search for `tolerant` was cut short: there may be more. */
  readonly complete: boolean;
}

/** Characters of a text times characters of a pattern that are compared sooner than the pattern is taken apart. */
const SMALL_AREA = 4_000_000;

type Tolerant = Pick<Places, "tolerant" | "complete">;

/**
 * Find a pattern in a text, in file order. Linear in the text: rare anchors are found natively, once for both kinds of
 * match, and a text that repeats all anchors is scanned character by character.
 */
export function findPlaces(text: string, old: string): Places {
  const { exact, tolerant, complete } = findAll(text, old);
  const isWhole = (start: number, end: number): boolean => splitsNoPair(text, start, end);
  return {
    exact: exact.filter((start) => isWhole(start, start + old.length)),
    tolerant: tolerant.filter(({ start, end }) => isWhole(start, end)),
    complete,
  };
}

/** True between the two halves of one character. */
const splitsPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** False where a match would take half of a character. */
export const splitsNoPair = (text: string, start: number, end: number): boolean =>
  !splitsPair(text, start) && !splitsPair(text, end);

function findAll(text: string, old: string): Places {
  if (text.length * old.length < SMALL_AREA) {
    const exact = occurrences(text, old, Number.POSITIVE_INFINITY);
    if (exact.length > 0) return { exact, ...none };
  }
  const pattern = splitWords(old);
  for (const anchor of findAnchors(pattern)) {
    const hits = occurrences(text, anchor.text, RARE);
    if (hits.length > RARE) continue;
    const exact = hits.map((hit) => hit - anchor.at).filter((start) => start >= 0 && text.startsWith(old, start));
    return { exact, ...(exact.length > 0 ? none : verifyAll(text, pattern, anchor, hits)) };
  }
  return findFrequent(text, old, pattern);
}

const none: Tolerant = { tolerant: [], complete: true };

/** Where `needle` occurs, overlaps included: all of them, or one more than `limit`. */
export function occurrences(text: string, needle: string, limit: number): number[] {
  const hits: number[] = [];
  for (let at = text.indexOf(needle); at !== -1 && hits.length <= limit; at = text.indexOf(needle, at + 1))
    hits.push(at);
  return hits;
}

function verifyAll(text: string, pattern: Words, anchor: Anchor, hits: readonly number[]): Tolerant {
  const found: Candidate[] = [];
  const starts = new Set<number>();
  for (const hit of hits) {
    const candidate = verify(text, pattern, anchor, hit);
    if (!candidate || starts.has(candidate.start)) continue;
    starts.add(candidate.start);
    if (found.push(candidate) === maxCandidates) return { tolerant: found, complete: false };
  }
  return { tolerant: found, complete: true };
}

/** Characters of patterns that are compared in a text of any size. */
const SMALL = 100_000;

/**
 * Search where every anchor is frequent. Places are compared until that has cost about as much as the scan: places that do
 * not overlap never come to that.
 */
function findFrequent(text: string, old: string, pattern: Words): Places {
  const word = pattern.words.length - 1;
  const behind = word < 0 ? 0 : pattern.gaps.at(-1)!.length;
  const exact: number[] = [];
  const tolerant = new Map<number, Candidate>();
  let [comparable, verifiable] = [8 * text.length, SMALL + text.length / 64];
  for (const end of scan(text, pattern)) {
    if (comparable < 0) break;
    comparable -= old.length;
    const start = end + behind - old.length;
    if (start >= 0 && text.slice(start, start + old.length) === old) exact.push(start);
    if (exact.length > 0 || verifiable < 0 || word < 0) continue;
    verifiable -= old.length;
    const anchor = { word, offset: 0, at: 0, text: "" };
    const candidate = verify(text, pattern, anchor, end - pattern.words[word]!.length);
    if (candidate) tolerant.set(candidate.start, candidate);
    if (tolerant.size === maxCandidates) verifiable = -1;
  }
  if (exact.length > 0) return { exact, tolerant: [], complete: comparable >= 0 };
  return { exact, tolerant: [...tolerant.values()], complete: comparable >= 0 && verifiable >= 0 };
}

const [SPACE, LINE] = [32, 10];

/**
 * Where the words of a pattern end in a text: Knuth-Morris-Pratt over their characters, where all white space between two words
 * is one character. Linear in the text.
 */
export function* scan(text: string, pattern: Words): Generator<number, void, void> {
  // A pattern of white space only matches literally.
  const collapses = pattern.words.length > 0;
  const plain = charactersOf(pattern);
  const characters = Uint16Array.from({ length: plain.length }, (_, i) => foldCode(plain.charCodeAt(i)));
  const back = failures(characters);
  let [matched, gap] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (collapses && isSpace(unit)) {
      if (gap !== LINE) gap = unit === LINE ? LINE : SPACE;
      continue;
    }
    if (gap !== 0) matched = advance(characters, back, matched, gap);
    gap = 0;
    matched = advance(characters, back, matched, foldCode(unit));
    if (matched < characters.length) continue;
    matched = back[matched - 1]!;
    yield i + 1;
  }
}

/** The words, with a space or a line feed between two of them; white space alone is what it is. */
function charactersOf({ words, gaps }: Words): string {
  if (words.length === 0) return gaps[0]!;
  return words.reduce((text, word, i) => text + (gaps[i]!.includes("\n") ? "\n" : " ") + word);
}

/** How many characters are matched behind the next one. */
function advance(characters: Uint16Array, back: Uint32Array, matched: number, character: number): number {
  for (let at = matched; ; at = back[at - 1]!) {
    if (characters[at] === character) return at + 1;
    if (at === 0) return 0;
  }
}

/** For every number of matched characters but 0, how many of them are still matched when the next one is not. */
function failures(characters: Uint16Array): Uint32Array {
  const back = new Uint32Array(characters.length);
  for (let i = 1; i < characters.length; i++) back[i] = advance(characters, back, back[i - 1]!, characters[i]!);
  return back;
}
