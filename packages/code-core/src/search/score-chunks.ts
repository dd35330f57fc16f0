import type { Query } from "./query.ts";
import { type Segment, termAt } from "./segment.ts";
import type { RankWeights } from "./weights.ts";

/** A segment, and which of its files a search may see. */
export interface VisibleSegment {
  readonly segment: Segment;
  /** By file: 1 when it may be seen. */
  readonly visible: Uint8Array;
}

/** The score of every visible chunk by BM25F, a segment each. Files that may not be seen change no score. */
export function scoreChunks(
  segments: readonly VisibleSegment[],
  query: Query,
  weights: RankWeights,
  firstTerm: number,
): Float32Array[] {
  const { chunks, text, symbols } = averages(segments);
  const scores = segments.map(({ segment }) => new Float32Array(segment.length.length));
  const pseudo = segments.map(({ segment }) => new Float32Array(segment.length.length));
  for (const { term, weight } of query.terms) {
    let having = 0;
    const touched = segments.map(({ segment, visible }, s) => {
      const found: number[] = [];
      const at = termAt(segment, term);
      const values = pseudo[s]!;
      if (at !== -1) {
        for (let i = segment.offsets[at]!; i < segment.offsets[at + 1]!; i++) {
          const chunk = segment.chunks[i]!;
          if (visible[segment.chunkFile[chunk]!] === 0) continue;
          const count = segment.counts[i]!;
          const ofText = (weights.text * (count & 31)) / lengthNorm(segment.length[chunk]!, text, weights.textLength);
          const ofNames =
            count >> 5 === 0
              ? 0
              : (weights.symbols * (count >> 5)) /
                lengthNorm(segment.symbolLength[chunk]!, symbols, weights.symbolsLength);
          values[chunk] = ofText + ofNames;
          found.push(chunk);
        }
      }
      having += found.length;
      for (const [f, file] of segment.files.entries()) {
        if (visible[f] === 0 || !file.pathTerms.includes(term, firstTerm)) continue;
        const ofPath = weights.path / lengthNorm(file.pathTerms.length - firstTerm, 6, weights.pathLength);
        for (let chunk = file.firstChunk; chunk < file.endChunk; chunk++) {
          if (values[chunk] === 0) found.push(chunk);
          values[chunk]! += ofPath;
        }
      }
      return found;
    });
    const rarity = Math.log(1 + (chunks - having + 0.5) / (having + 0.5));
    for (const [s, found] of touched.entries()) {
      const [values, score] = [pseudo[s]!, scores[s]!];
      for (const chunk of found) {
        const value = values[chunk]!;
        score[chunk]! += (weight * rarity * value) / (weights.k1 + value);
        values[chunk] = 0;
      }
    }
  }
  return scores;
}

const lengthNorm = (length: number, average: number, effect: number): number =>
  1 - effect + (effect * length) / average;

function averages(segments: readonly VisibleSegment[]) {
  let [chunks, text, symbols] = [0, 0, 0];
  for (const { segment, visible } of segments) {
    for (let chunk = 0; chunk < segment.length.length; chunk++) {
      if (visible[segment.chunkFile[chunk]!] === 0) continue;
      chunks++;
      text += segment.length[chunk]!;
      symbols += segment.symbolLength[chunk]!;
    }
  }
  return { chunks, text: text / chunks || 1, symbols: symbols / chunks || 1 };
}
