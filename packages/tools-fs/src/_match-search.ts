import { foldCode, isSpace } from "./_match-fold.ts";
import { type Anchor, findAnchors, hashWord, type Words } from "./_match-pattern.ts";
import { type Candidate, verify } from "./_match-verify.ts";

/** An anchor found more often than this is passed over for a rarer one. */
const RARE = 48;

/** Candidates kept; a pattern with more places than this is ambiguous whatever they are. */
const MOST = 1000;

/**
 * Every place whose words are the pattern's words, in file order, at most `MOST`.
 * Linear in the file: rare anchors are found natively, and a file that repeats them all is scanned once, word by word.
 */
export function findCandidates(text: string, pattern: Words): Candidate[] {
  const anchors = findAnchors(pattern);
  for (const anchor of anchors) {
    const hits = occurrences(text, anchor.text, RARE);
    if (hits.length <= RARE) return verifyAll(text, pattern, anchor, hits);
  }
  if (pattern.words.length === 0) return [];
  const anchor = anchors[0];
  if (anchor && pattern.words.length <= 3) return verifyAll(text, pattern, anchor, occurrences(text, anchor.text, Infinity));
  return scan(text, pattern);
}

/** Where `needle` occurs, overlaps included: all of them, or one more than `limit`. */
export function occurrences(text: string, needle: string, limit: number): number[] {
  const hits: number[] = [];
  for (let at = text.indexOf(needle); at !== -1 && hits.length <= limit; at = text.indexOf(needle, at + 1)) hits.push(at);
  return hits;
}

function verifyAll(text: string, pattern: Words, anchor: Anchor, hits: readonly number[]): Candidate[] {
  const found: Candidate[] = [];
  const starts = new Set<number>();
  for (const hit of hits) {
    const candidate = verify(text, pattern, anchor, hit);
    if (!candidate || starts.has(candidate.start)) continue;
    starts.add(candidate.start);
    if (found.push(candidate) === MOST) break;
  }
  return found;
}

/** Knuth-Morris-Pratt over the inner words: hash of a word, and whether a line ends behind it. */
function scan(text: string, pattern: Words): Candidate[] {
  const { words, gaps } = pattern;
  const inner = words.slice(1, -1).map((word, i) => key(hashWord(word, 0, word.length), gaps[i + 2]!.includes("\n")));
  const back = failures(inner);
  const starts = new Int32Array(inner.length);
  const found: Candidate[] = [];
  const anchor = { word: 1, offset: 0, text: "" };
  let matched = 0;
  let count = 0;
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const start = at;
    let hash = 0x811c9dc5;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code <= 32 || code >= 160) {
        if (isSpace(code)) break;
      }
      hash = Math.imul(hash ^ (code < 0x80 ? code : foldCode(code)), 0x01000193);
    }
    let breaks = false;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10) breaks = true;
      else if (!isSpace(code)) break;
    }
    const token = key(hash, breaks);
    starts[count++ % inner.length] = start;
    while (matched > 0 && inner[matched] !== token) matched = back[matched - 1]!;
    if (inner[matched] === token) matched++;
    if (matched < inner.length) continue;
    matched = back[matched - 1]!;
    const candidate = verify(text, pattern, anchor, starts[count % inner.length]!);
    if (candidate && found.push(candidate) === MOST) break;
  }
  return found;
}

const key = (hash: number, breaks: boolean): number => (breaks ? hash | 1 : hash & ~1);

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function failures(tokens: readonly number[]): Int32Array {
  const back = new Int32Array(tokens.length);
  for (let i = 1, k = 0; i < tokens.length; i++) {
    while (k > 0 && tokens[i] !== tokens[k]) k = back[k - 1]!;
    if (tokens[i] === tokens[k]) k++;
    back[i] = k;
  }
  return back;
}
