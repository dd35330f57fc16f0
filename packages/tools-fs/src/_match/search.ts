import { foldCode, isSpace, matchBackward, matchForward, skipSpace, skipSpaceBack } from "./fold.ts";
import { type Anchor, findAnchors, hashWord, splitWords, type Words } from "./pattern.ts";
import { type Candidate, joins, verify } from "./verify.ts";

/** An anchor found more often than this is passed over for a rarer one. */
const RARE = 48;

/** Candidates kept; a pattern with more places than this is ambiguous whatever they are. */
const MOST = 1000;

export interface Places {
  /** Where the pattern stands to the letter. */
  readonly exact: readonly number[];
  /** Where its words stand, at most `MOST`; only searched for when `exact` is empty. */
  readonly tolerant: readonly Candidate[];
  /** False when the search for `tolerant` was cut short: there may be more. */
  readonly complete: boolean;
}

type Tolerant = Pick<Places, "tolerant" | "complete">;

/**
 * Find a pattern in a text, in file order. Linear in the text: rare anchors are found natively, once for both kinds of
 * match, and a text that repeats all anchors is searched to the letter and then scanned word by word.
 */
export function findPlaces(text: string, old: string): Places {
  const { exact, tolerant, complete } = findAll(text, old);
  const isWhole = (start: number, end: number): boolean => !splitsPair(text, start) && !splitsPair(text, end);
  return {
    exact: exact.filter((start) => isWhole(start, start + old.length)),
    tolerant: tolerant.filter(({ start, end }) => isWhole(start, end)),
    complete,
  };
}

/** True between the two halves of one character. */
const splitsPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;

function findAll(text: string, old: string): Places {
  const pattern = splitWords(old);
  const anchors = findAnchors(text, pattern);
  for (const anchor of anchors) {
    const hits = occurrences(text, anchor.text, RARE);
    if (hits.length > RARE) continue;
    const exact = hits.map((hit) => hit - anchor.at).filter((start) => start >= 0 && text.startsWith(old, start));
    return { exact, ...(exact.length > 0 ? none : verifyAll(text, pattern, anchor, hits)) };
  }
  const exact = occurrences(text, old, Number.POSITIVE_INFINITY);
  return { exact, ...(exact.length > 0 ? none : searchFrequent(text, pattern, anchors[0], old.length)) };
}

const none: Tolerant = { tolerant: [], complete: true };

/** Comparing is bounded to a few times the text's length: in a text this monotonous the search may end before the text does. */
function searchFrequent(text: string, pattern: Words, anchor: Anchor | undefined, length: number): Tolerant {
  const most = Math.max(RARE, Math.ceil((4 * text.length) / length));
  if (pattern.words.length > 3) return scan(text, pattern, most);
  if (!anchor) return none;
  const hits = occurrences(text, anchor.text, most);
  const { tolerant, complete } = verifyAll(text, pattern, anchor, hits);
  return { tolerant, complete: complete && hits.length <= most };
}

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
    if (found.push(candidate) === MOST) return { tolerant: found, complete: false };
  }
  return { tolerant: found, complete: true };
}

/**
 * Knuth-Morris-Pratt over the inner words: hash of a word, and whether a line ends behind it. The outer words may be
 * parts of words of the text, so they are compared where the inner ones stand.
 */
function scan(text: string, pattern: Words, most: number): Tolerant {
  const { words, gaps } = pattern;
  const inner = Int32Array.from(words.slice(1, -1), (word, i) =>
    key(hashWord(word, 0, word.length), gaps[i + 2]!.includes("\n")),
  );
  const back = failures(inner);
  const [head, tail] = [words[0]!, words.at(-1)!];
  const headBreaks = gaps[1]!.includes("\n");
  const starts = new Int32Array(inner.length);
  const found: Candidate[] = [];
  const anchor = { word: 1, offset: 0, at: 0, text: "" };
  let matched = 0;
  let slot = 0;
  let verified = 0;
  for (let at = skipSpace(text, 0); at < text.length; ) {
    starts[slot] = at;
    if (++slot === inner.length) slot = 0;
    let hash = 0x811c9dc5 | 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if ((code <= 32 || code >= 160) && isSpace(code)) break;
      hash = Math.imul(hash ^ (code < 0x80 ? code : foldCode(code)), 0x01000193);
    }
    let breaks = false;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10) breaks = true;
      else if (code !== 32 && !isSpace(code)) break;
    }
    const token = key(hash, breaks);
    while (matched > 0 && inner[matched] !== token) matched = back[matched - 1]!;
    if (inner[matched] === token) matched++;
    if (matched < inner.length) continue;
    matched = back[matched - 1]!;
    const first = starts[slot]!;
    const end = matchForward(text, at, tail);
    if (end === -1 || (gaps.at(-1) === "" && joins(text, end, tail.charCodeAt(tail.length - 1)))) continue;
    const before = skipSpaceBack(text, first);
    if (text.slice(before, first).includes("\n") !== headBreaks) continue;
    const start = matchBackward(text, before, head);
    if (start === -1 || (gaps[0] === "" && joins(text, start - 1, head.charCodeAt(0)))) continue;
    const candidate = verify(text, pattern, anchor, first);
    if ((candidate && found.push(candidate) === MOST) || ++verified === most)
      return { tolerant: found, complete: false };
  }
  return { tolerant: found, complete: true };
}

const key = (hash: number, breaks: boolean): number => (breaks ? hash | 1 : hash & ~1);

function failures(tokens: Int32Array): Int32Array {
  const back = new Int32Array(tokens.length);
  for (let i = 1, k = 0; i < tokens.length; i++) {
    while (k > 0 && tokens[i] !== tokens[k]) k = back[k - 1]!;
    if (tokens[i] === tokens[k]) k++;
    back[i] = k;
  }
  return back;
}
