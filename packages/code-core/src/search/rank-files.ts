import type { PathStart } from "./common-folder.ts";
import { type FileRole, roleBelow } from "./file-role.ts";
import type { Query } from "./query.ts";
import type { VisibleSegment } from "./score-chunks.ts";
import { type SegmentFile, termAt } from "./segment.ts";
import type { RankWeights } from "./weights.ts";

export interface RankedFile {
  readonly segment: number;
  readonly file: SegmentFile;
  readonly role: FileRole;
  readonly score: number;
  /** Its best chunk. */
  readonly chunk: number;
  /** A name of the query that it defines. */
  readonly defines: string | undefined;
}

export interface RankOptions {
  readonly scores: readonly Float32Array[];
  readonly query: Query;
  readonly weights: RankWeights;
  /** How much other files depend on a file, 0 to 1, by its number. */
  readonly priors: Float32Array;
  readonly from: PathStart;
  /** Leave tests out. */
  readonly withoutTests: boolean;
  readonly limit: number;
}

/** Rank files by their chunks, and by what their paths, names and role say. The best come first. */
export function rankFiles(
  segments: readonly VisibleSegment[],
  { scores, query, weights, priors, from, withoutTests, limit }: RankOptions,
): RankedFile[] {
  const definitions = definitionsIn(segments, query);
  const boost = query.isSymbol ? weights.definition : 1 + (weights.definition - 1) * weights.definitionInSentence * 0.5;
  const found: { -readonly [K in keyof RankedFile]: RankedFile[K] }[] = [];
  let best = 0;
  for (const [s, { segment, visible }] of segments.entries()) {
    const ofChunks = scores[s]!;
    for (const [f, file] of segment.files.entries()) {
      if (visible[f] === 0) continue;
      const defined = definitions[s]!.get(f);
      let [top, chunk] = [0, file.firstChunk];
      for (let i = file.firstChunk; i < file.endChunk; i++) if (ofChunks[i]! > top) [top, chunk] = [ofChunks[i]!, i];
      if (top === 0 && !defined) continue;
      const role = roleBelow(file.role, from.character);
      if (withoutTests && role === "test") continue;
      const score = withFurther(ofChunks, file, top, weights.further) * (defined ? boost : 1);
      if (score > best) best = score;
      found.push({ segment: s, file, role, score, chunk: defined?.chunk ?? chunk, defines: defined?.name });
    }
  }
  const { words } = query;
  for (const entry of found) {
    const { pathTerms, id } = entry.file;
    let named = 0;
    for (const { term } of words) if (term !== -1 && pathTerms.includes(term, from.term)) named++;
    const ofPath = named === 0 ? 0 : (weights.pathMatch * best * named) / words.length;
    entry.score = (entry.score + ofPath) * (1 + weights.prior * Math.sqrt(priors[id]!)) * penalty(entry.role, weights);
  }
  return found
    .sort((one, other) => other.score - one.score || (one.file.path < other.file.path ? -1 : 1))
    .slice(0, limit);
}

const penalty = (role: FileRole, { tests, documents }: RankWeights): number =>
  role === "test" ? tests : role === "document" ? documents : 1;

/** Chunks after the best that count, each half as much as the one before. */
const furtherChunks = 8;
const tops = new Float64Array(furtherChunks + 1);

/** The score of a file's best chunk, and a share of the others'. */
function withFurther(
  scores: Float32Array,
  { firstChunk, endChunk }: SegmentFile,
  best: number,
  further: number,
): number {
  if (endChunk - firstChunk < 2) return best;
  tops.fill(0);
  for (let i = firstChunk; i < endChunk; i++) {
    const score = scores[i]!;
    if (score <= tops[furtherChunks]!) continue;
    let at = furtherChunks;
    for (; at > 0 && tops[at - 1]! < score; at--) tops[at] = tops[at - 1]!;
    tops[at] = score;
  }
  let [sum, share] = [best, further];
  for (let i = 1; i <= furtherChunks; i++, share *= 0.5) sum += tops[i]! * share;
  return sum;
}

/** By segment: files that define a name of the query, and where. */
function definitionsIn(segments: readonly VisibleSegment[], { names }: Query) {
  return segments.map(({ segment, visible }) => {
    const found = new Map<number, { readonly chunk: number; readonly name: string }>();
    for (const { term, name } of names) {
      const at = termAt(segment, term);
      if (at === -1) continue;
      for (let i = segment.offsets[at]!; i < segment.offsets[at + 1]!; i++) {
        const chunk = segment.chunks[i]!;
        const file = segment.chunkFile[chunk]!;
        if (visible[file] === 1 && !found.has(file)) found.set(file, { chunk, name });
      }
    }
    return found;
  });
}
