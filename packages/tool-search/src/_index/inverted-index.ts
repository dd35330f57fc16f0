import type { ToolDocument } from "../ranking/tool-document.ts";
import { readEnglish } from "./english.ts";
import { description, fieldsOf } from "./fields.ts";
import { stem } from "./stem.ts";
import { wordsOf } from "./words-of.ts";

/** How often a document has a stem, each field weighed and normalized by its length, and whether its name has it. */
export interface Posting {
  readonly frequency: number;
  readonly inName: boolean;
}

/** Stem → slot of a document → posting. Stems that no document has are not there. */
export type InvertedIndex = Map<string, Map<number, Posting>>;

/** How strongly length counts: 0 not at all, 1 in proportion. */
export const lengthPower = 0.7;

/** The postings of a document, and the words of its description. */
export function readDocument(document: ToolDocument) {
  const postings = new Map<string, Posting>();
  const { stops } = readEnglish();
  let describedWords = 0;
  for (const [field, texts] of fieldsOf(document)) {
    const words: string[] = [];
    const wholes: string[] = [];
    for (const text of texts) {
      wordsOf(text, (word, whole) => {
        if (!stops.has(word)) words.push(stem(word));
        if (field.wholes && whole !== undefined && !stops.has(whole)) wholes.push(stem(whole));
      });
    }
    if (field === description) describedWords = words.length;
    const share = field.weight / (Math.max(1, words.length) / field.usual) ** lengthPower;
    for (const word of [...words, ...wholes]) {
      const { frequency = 0, inName = false } = postings.get(word) ?? {};
      postings.set(word, { frequency: frequency + share, inName: inName || field.isName });
    }
  }
  return { postings, describedWords };
}

/** Stems of the index that are one typing error away, or as long again and begin alike. */
export function nearStems(index: InvertedIndex, root: string): string[] {
  if (root.length < 4 || root.length > 32) return [];
  return [...index.keys()].filter((other) => other[0] === root[0] && isNear(root, other));
}

/** One letter more, less, other or swapped with its neighbor; or five equal letters and hardly more in one of them. */
function isNear(a: string, b: string): boolean {
  const longer = Math.abs(a.length - b.length);
  if (longer > 3 || b.length < 4) return false;
  let front = 0;
  const shortest = Math.min(a.length, b.length);
  while (front < shortest && a.charCodeAt(front) === b.charCodeAt(front)) front++;
  if (front >= 5 && front === shortest) return true;
  if (longer > 1) return false;
  let back = 0;
  while (back < shortest - front && a.charCodeAt(a.length - 1 - back) === b.charCodeAt(b.length - 1 - back)) back++;
  const middle = a.length - front - back;
  if (longer === 1) return front + back === shortest;
  return middle <= 1 || (middle === 2 && a[front] === b[front + 1] && a[front + 1] === b[front]);
}
