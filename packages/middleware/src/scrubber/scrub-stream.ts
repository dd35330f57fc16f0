import { longestKey } from "./formats/armored-keys.ts";
import { coverHits, type Hit } from "./hits.ts";

/** Characters that a stream holds back: of what may become a secret, of a word without an end. */
const windows = { pattern: 1_024, word: 8_192 };

export interface StreamOptions {
  hits(text: string): Hit[];
  /** Characters that a known value may take. */
  readonly longest: number;
  readonly patterns: boolean;
}

/** Scrub text that comes in pieces: what may be the beginning of a secret is held back until it is clear. */
export function scrubStream({ hits, longest, patterns }: StreamOptions) {
  let held = "";
  return {
    push(piece: string): string {
      held += piece;
      const settled = held.length - Math.max(longest, patterns ? windows.pattern : 0);
      if (settled <= 0) return "";
      const found = hits(held);
      const cut = cutBefore(held, settled, found, patterns);
      const out = coverHits(
        held.slice(0, cut),
        found.filter(({ end }) => end <= cut),
      );
      held = held.slice(cut);
      return out;
    },
    flush(): string {
      const out = coverHits(held, hits(held));
      held = "";
      return out;
    },
  };
}

/** The last place up to an index where a text can be parted: between words, outside of secrets and unfinished keys. */
function cutBefore(text: string, settled: number, hits: readonly Hit[], patterns: boolean): number {
  let cut = settled;
  const key = patterns ? text.lastIndexOf("-----BEGIN") : -1;
  if (key >= 0 && !text.includes("-----END", key) && text.length - key < longestKey) cut = Math.min(cut, key);
  if (cut <= 0) return 0;
  const blank = text.slice(0, cut).search(/\s\S*$/);
  if (blank >= 0 || text.length < windows.word) cut = blank + 1;
  for (const { from, end } of [...hits].sort((a, b) => b.from - a.from)) if (from < cut && cut < end) cut = from;
  return /[\uDC00-\uDFFF]/.test(text[cut] ?? "") ? cut - 1 : cut;
}
