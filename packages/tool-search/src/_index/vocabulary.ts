import { readEnglish } from "./english.ts";
import { stem } from "./stem.ts";

/** Stems ↔ numbers from 0 up. Words that say nothing have none. */
export interface Vocabulary {
  readonly size: number;
  /** The term of a word, made when it is new; -1 for a word that says nothing. */
  termOf(word: string): number;
  /** The term of a stem, when there is one. */
  find(stem: string): number | undefined;
  /** Forget the words seen; the terms stay. */
  forgetWords(): void;
  /** Terms whose stems are one slip of the pen away, or as long again and begin alike. */
  near(stem: string): number[];
}

export function createVocabulary(): Vocabulary {
  const { stops } = readEnglish();
  const terms = new Map<string, number>();
  const stems: string[] = [];
  const words = new Map<string, number>();

  function learn(word: string): number {
    if (stops.has(word)) return -1;
    const root = stem(word);
    let term = terms.get(root);
    if (term === undefined) {
      term = stems.push(root) - 1;
      terms.set(root, term);
    }
    return term;
  }

  return {
    get size() {
      return stems.length;
    },
    termOf(word) {
      let term = words.get(word);
      if (term === undefined) {
        term = learn(word);
        words.set(word, term);
      }
      return term;
    },
    find: (root) => terms.get(root),
    forgetWords: () => words.clear(),
    near(root) {
      if (root.length < 4 || root.length > 32) return [];
      const found: number[] = [];
      for (let term = 0; term < stems.length; term++) {
        const other = stems[term]!;
        if (other.charCodeAt(0) === root.charCodeAt(0) && isNear(root, other)) found.push(term);
      }
      return found;
    },
  };
}

/** One letter more, less, other or swapped with its neighbour; or five equal letters and hardly more in one of them. */
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
