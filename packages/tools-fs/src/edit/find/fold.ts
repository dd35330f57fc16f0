import { isSpace } from "../../text/lines.ts";

/** The first index from `from` on at which no space stands. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The plain twin of a typographic quote or dash; every other code unit is its own twin. */
export function foldCode(code: number): number {
  if (code < 0x2010) return code === 0xb4 ? 39 : code;
  if (code <= 0x2015) return 45;
  if (code <= 0x201b) return code >= 0x2018 ? 39 : code;
  if (code <= 0x201f) return 34;
  if (code === 0x2032) return 39;
  if (code === 0x2033) return 34;
  return code === 0x2212 || code === 0xfe58 || code === 0xfe63 || code === 0xff0d ? 45 : code;
}

/** A text in which look-alikes and normal forms are equal. */
export function foldText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u00b4\u2010-\uff0d]/g, (char) => String.fromCharCode(foldCode(char.charCodeAt(0))));
}

/** True for code units that belong to the character before them. */
export function isMark(code: number): boolean {
  if (code < 0x300) return false;
  return code <= 0x36f || (code >= 0x1160 && code <= 0x11ff) || /^\p{M}$/u.test(String.fromCharCode(code));
}

/** True for letters, digits and `_`; every non-ASCII character that is not a look-alike counts as a letter. */
export function isWord(code: number): boolean {
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
  return foldCode(code) === code && !isSpace(code);
}

/** Where `word` ends when it starts at `at`, look-alikes and normal forms being equal; -1 when it does not. */
export function matchForward(text: string, at: number, word: string): number {
  if (text.startsWith(word, at)) return at + word.length;
  let i = at;
  for (let j = 0; j < word.length; ) {
    const a = text.charCodeAt(i);
    const b = word.charCodeAt(j);
    if (a === b || foldCode(a) === foldCode(b)) {
      i++;
      j++;
      continue;
    }
    if (!(a >= 0xc0 || b >= 0xc0)) return -1;
    const left = clusterEnd(text, i);
    const right = clusterEnd(word, j);
    if (text.slice(i, left).normalize("NFC") !== word.slice(j, right).normalize("NFC")) return -1;
    i = left;
    j = right;
  }
  return i;
}

/** Where `word` starts when it ends at `end`, look-alikes and normal forms being equal; -1 when it does not. */
export function matchBackward(text: string, end: number, word: string): number {
  const exact = end - word.length;
  if (exact >= 0 && text.startsWith(word, exact)) return exact;
  let i = end;
  for (let j = word.length; j > 0; ) {
    if (i === 0) return -1;
    const left = clusterStart(text, i);
    const right = clusterStart(word, j);
    if (!sameCluster(text.slice(left, i), word.slice(right, j))) return -1;
    i = left;
    j = right;
  }
  return i;
}

const sameCluster = (a: string, b: string): boolean =>
  a === b ||
  (a.length === 1 && b.length === 1 && foldCode(a.charCodeAt(0)) === foldCode(b.charCodeAt(0))) ||
  a.normalize("NFC") === b.normalize("NFC");

/** A run of marks longer than this is not a character of any language. */
const LONGEST_CLUSTER = 32;

function clusterEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && end - start < LONGEST_CLUSTER && isMark(text.charCodeAt(end))) end++;
  return end;
}

function clusterStart(text: string, end: number): number {
  let start = end - 1;
  while (start > 0 && end - start < LONGEST_CLUSTER && isMark(text.charCodeAt(start))) start--;
  return start;
}

/** Text as words and the white space around them: `gaps[0] words[0] gaps[1] … words[n-1] gaps[n]`. */
export interface Words {
  readonly words: readonly string[];
  readonly gaps: readonly string[];
}

/** A piece of a word that every match must contain byte for byte. */
export interface Anchor {
  readonly word: number;
  /** Offset in the word, and in the whole pattern. */
  readonly offset: number;
  readonly at: number;
  readonly text: string;
}

/** Split text at white space, losing nothing. */
export function splitWords(text: string): Words {
  const words: string[] = [];
  const gaps: string[] = [];
  let end = 0;
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, end)) {
    gaps.push(text.slice(end, at));
    for (end = at + 1; end < text.length && !isSpace(text.charCodeAt(end)); ) end++;
    words.push(text.slice(at, end));
  }
  gaps.push(text.slice(end));
  return { words, gaps };
}

/** Distinct anchors of a pattern, the longest first. */
export function findAnchors({ words, gaps }: Words): Anchor[] {
  const places = new Map<string, { word: number; at: number }>();
  for (let word = 0, at = 0; word < words.length && places.size < maxWords; word++) {
    at += gaps[word]!.length;
    if (!places.has(words[word]!)) places.set(words[word]!, { word, at });
    at += words[word]!.length;
  }
  for (const isStable of [isPlain, hasNoTwin]) {
    const anchors = new Map<string, Anchor>();
    for (const [value, { word, at }] of places) {
      for (let start = 0, end = 0; start < value.length; start = end + 1) {
        for (end = start; end < value.length && isStable(value.charCodeAt(end)); ) end++;
        // The last letter may be fused with a mark behind it in the file.
        const text = value.slice(start, isMark(value.charCodeAt(end)) ? end - 1 : end);
        if (text !== "" && !anchors.has(text)) anchors.set(text, { word, offset: start, at: at + start, text });
      }
    }
    if (anchors.size > 0)
      return [...anchors.values()].sort((a, b) => b.text.length - a.text.length).slice(0, maxAnchors);
  }
  return [];
}

const maxAnchors = 16;
/** Distinct words of a pattern that are looked at. */
const maxWords = 512;

/** True for ASCII that no tier treats as equal to anything else. */
const isPlain = (code: number): boolean => code < 127 && hasNoTwin(code);

/** True for what has no look-alike. */
const hasNoTwin = (code: number): boolean =>
  code !== 34 && code !== 39 && code !== 45 && code !== 96 && foldCode(code) === code;
