import { splitLines } from "../text/lines.ts";

export interface NearBlock {
  /** 1-based. */
  readonly line: number;
  readonly lines: readonly string[];
  /** Share of the wanted words that are near, 0 to 1. */
  readonly score: number;
}

/** Bounds of the search: it only explains a failure, and must not cost more than one. */
const maxText = 4_000_000;
const maxWanted = 400;
const maxWordsPerLine = 60;
const maxPlacesPerWord = 12;

/** The blocks of a text that share most words with the wanted lines, best first, at most three. */
export function nearestBlocks(
  text: string,
  wantedLines: readonly string[],
): { blocks: NearBlock[]; searched: boolean } {
  const lines = splitLines(text.slice(0, maxText));
  const wanted = wantedLines.slice(0, maxWanted);
  const places = new Map<string, number[]>();
  let total = 0;
  for (const [i, line] of wanted.entries()) {
    for (const word of wordsOf(line)) {
      const known = places.get(word);
      total++;
      if (!known) places.set(word, [i]);
      else if (known.length < maxPlacesPerWord) known.push(i);
    }
  }
  const votes = new Map<number, number>();
  for (const [row, line] of lines.entries()) {
    for (const word of wordsOf(line)) {
      const rows = places.get(word);
      if (!rows) continue;
      for (const i of rows) if (row >= i) votes.set(row - i, (votes.get(row - i) ?? 0) + 1 / rows.length);
    }
  }
  const ranked = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const blocks: NearBlock[] = [];
  for (const [start, vote] of ranked) {
    if (blocks.length === 3 || vote < total / 5) break;
    if (blocks.some(({ line }) => Math.abs(line - 1 - start) < wanted.length)) continue;
    blocks.push({
      line: start + 1,
      lines: lines.slice(start, start + wantedLines.length),
      score: total === 0 ? 0 : Math.min(1, vote / total),
    });
  }
  return { blocks, searched: text.length <= maxText };
}

/** Distinct words of a line, folded; a line of punctuation only is one word. */
function wordsOf(line: string): Set<string> {
  const found = line
    .slice(0, 2000)
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu)
    ?.slice(0, maxWordsPerLine);
  if (found) return new Set(found);
  const characters = line.replace(/\s+/g, "");
  return new Set(characters === "" ? [] : [characters.slice(0, 40)]);
}
