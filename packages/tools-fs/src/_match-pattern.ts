import { foldCode, isMark, SPACE } from "./_match-fold.ts";

/** Text as words and the white space around them: `gaps[0] words[0] gaps[1] … words[n-1] gaps[n]`. */
export interface Words {
  readonly words: readonly string[];
  readonly gaps: readonly string[];
}

/** A piece of a word that every tolerant match must contain byte for byte. */
export interface Anchor {
  readonly word: number;
  readonly offset: number;
  readonly text: string;
}

/** Split text at white space, losing nothing. */
export function splitWords(text: string): Words {
  const words: string[] = [];
  const gaps: string[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(`[^${SPACE}]+`, "g"))) {
    gaps.push(text.slice(end, match.index));
    words.push(match[0]);
    end = match.index + match[0].length;
  }
  gaps.push(text.slice(end));
  return { words, gaps };
}

/** How many line feeds a text holds. */
export function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** The longest distinct anchors of a pattern, longest first. */
export function findAnchors({ words }: Words, most = 16): Anchor[] {
  for (const stable of [PLAIN, ANY]) {
    const byText = new Map<string, Anchor>();
    words.forEach((value, word) => {
      for (const run of value.matchAll(stable)) {
        // A mark behind the run may be fused with its last letter in the file.
        const fused = isMark(value.charCodeAt(run.index + run[0].length));
        const text = fused ? run[0].slice(0, -1) : run[0];
        if (text !== "" && !byText.has(text)) byText.set(text, { word, offset: run.index, text });
      }
    });
    if (byText.size > 0) return [...byText.values()].sort((a, b) => b.text.length - a.text.length).slice(0, most);
  }
  return [];
}

/** ASCII that no tier treats as equal to anything else. */
const PLAIN = /[!#-&(-,./-_a-~]+/g;

/** Whatever has no look-alike. */
const ANY = /[^"'`\u00b4\u2010-\u2033\u2212\ufe58\ufe63\uff0d-]+/g;

/** A hash of a word that look-alikes do not change. */
export function hashWord(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    hash = Math.imul(hash ^ (code < 0x80 ? code : foldCode(code)), 0x01000193);
  }
  return hash;
}
