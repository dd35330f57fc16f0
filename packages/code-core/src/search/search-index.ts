import { belowCommonFolder } from "./common-folder.ts";
import { importGraph } from "./import-graph.ts";
import { mergeSegments } from "./merge-segments.ts";
import { pageRank } from "./page-rank.ts";
import { readQuery } from "./query.ts";
import { rankFiles } from "./rank-files.ts";
import { scoreChunks, type VisibleSegment } from "./score-chunks.ts";
import { createSegmentBuilder, type FileToIndex, type Segment, termAt } from "./segment.ts";
import { similarityTo } from "./similarity.ts";
import { createTextTable, type TextData } from "./text-table.ts";
import { createTokenizer, definitionTerm, maxIdentifier } from "./tokenizer.ts";
import { defaultWeights, type RankWeights } from "./weights.ts";

export interface SearchOptions {
  readonly limit?: number | undefined;
  /** Files that the search may use; others do not count, not even for the rarity of a word. All by default. */
  readonly visible?: ((path: string) => boolean) | undefined;
  /** Omit tests: by name, or by a folder below the one that contains all visible files. */
  readonly withoutTests?: boolean | undefined;
  readonly weights?: Partial<RankWeights> | undefined;
}

export interface SearchHit {
  readonly path: string;
  readonly score: number;
  /** The best chunk: UTF-16 units, and 1-based lines, the last one included. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  /** Words of the query that the chunk has. */
  readonly words: readonly string[];
  readonly pathWords: readonly string[];
  readonly defines?: string;
  readonly role: "code" | "test" | "document";
}

export interface SearchIndex {
  readonly files: number;
  readonly chunks: number;
  /** Approximate memory in bytes. */
  readonly bytes: number;
  has(path: string): boolean;
  /** Add files, or replace their data. */
  put(files: Iterable<FileToIndex>): void;
  remove(path: string): boolean;
  search(query: string, options?: SearchOptions): readonly SearchHit[];
  /** Files that define a name, whatever its case; methods by their own name. */
  filesDefining(name: string): readonly string[];
  /** Defined names similar to a name, the most similar first, in folded form; of visible files only. */
  namesLike(name: string, visible: (path: string) => boolean, count?: number): readonly string[];
  /** Files that may contain an identifier: all that do, and some that only contain its words. */
  filesWith(identifier: string): readonly string[];
  /** Everything that it holds, without files that were removed, in views that are good until it changes. */
  data(): IndexData;
}

/** What an index holds, as plain data that another one can start from. */
export interface IndexData {
  readonly terms: TextData;
  readonly paths: TextData;
  readonly segments: readonly Segment[];
}

/** Characters of the files of one segment. */
const segmentSize = 24 * 1024 * 1024;
/** Small segments, of so many chunks at most, after which they are merged. */
const maxSmall = 16;
const smallSegment = 2000;

/**
 * An index of code for questions in words: BM25F over chunks, and rules that rank files. Everything is in typed arrays.
 */
export function createSearchIndex(from?: IndexData): SearchIndex {
  const tokenizer = createTokenizer(from?.terms);
  const { terms } = tokenizer;
  const paths = createTextTable(from?.paths);
  let segments: Segment[] = [...(from?.segments ?? [])];
  const places = new Map<string, { readonly segment: Segment; readonly file: number }>();
  let ranks: { readonly key: string; readonly priors: Float32Array } | undefined;
  /** Counts changes of which files there are and what they import. */
  let graphs = 0;

  const kill = (path: string): boolean => {
    const place = places.get(path);
    if (!place) return false;
    place.segment.files[place.file]!.alive = false;
    places.delete(path);
    return true;
  };

  const live = (segment: Segment): number => segment.files.reduce((sum, { alive }) => sum + (alive ? 1 : 0), 0);

  const place = (segment: Segment) => {
    for (const [file, { path }] of segment.files.entries()) {
      kill(path);
      places.set(path, { segment, file });
    }
    return segment;
  };
  for (const segment of segments) place(segment);

  /** Drop dead segments, rewrite those that are mostly dead, and merge small ones. */
  const tidy = () => {
    segments = segments.filter((segment) => live(segment) > 0);
    segments = segments.map((segment) =>
      live(segment) * 2 < segment.files.length ? place(mergeSegments([segment])) : segment,
    );
    const small = segments.filter(({ length }) => length.length < smallSegment);
    if (small.length > maxSmall)
      segments = [...segments.filter((segment) => !small.includes(segment)), place(mergeSegments(small))];
  };

  /** How much the visible files depend on each; kept until the files or what they import change, or others may see less. */
  const priorsOf = (all: readonly VisibleSegment[]): Float32Array => {
    let [count, mix] = [0, 0];
    for (const { segment, visible } of all) {
      for (const [f, { id }] of segment.files.entries()) {
        if (visible[f] === 0) continue;
        count++;
        mix = (mix + Math.imul(id + 1, 0x9e3779b1) ** 2) % 0x1fffffffffff;
      }
    }
    const key = `${graphs} ${count} ${mix}`;
    if (ranks?.key === key) return ranks.priors;
    const files = all.flatMap(({ segment, visible }) => segment.files.filter((_, f) => visible[f] === 1));
    const graph = importGraph(
      files.map(({ path, imports }) => ({ path, imports: Array.from(imports, (id) => terms.textOf(id).slice(1)) })),
    );
    const found = pageRank(graph);
    const most = found.reduce((max, rank) => Math.max(max, rank), 0) || 1;
    const priors = new Float32Array(paths.size);
    for (const [i, { id }] of files.entries()) priors[id] = found[i]! / most;
    ranks = { key, priors };
    return priors;
  };

  const filesOf = (term: number): string[] => {
    const found: string[] = [];
    for (const segment of segments) {
      const at = termAt(segment, term);
      if (at === -1) continue;
      let last = -1;
      for (let i = segment.offsets[at]!; i < segment.offsets[at + 1]!; i++) {
        const file = segment.chunkFile[segment.chunks[i]!]!;
        if (file !== last && segment.files[file]!.alive) found.push(segment.files[file]!.path);
        last = file;
      }
    }
    return found;
  };

  const index: SearchIndex = {
    get files() {
      return places.size;
    },
    get chunks() {
      return segments.reduce((sum, { length }) => sum + length.length, 0);
    },
    get bytes() {
      return segments.reduce((sum, { bytes }) => sum + bytes, tokenizer.bytes + paths.bytes + places.size * 100);
    },
    has: (path) => places.has(path),
    put(files) {
      let builder = createSegmentBuilder(tokenizer, paths);
      const finish = () => {
        if (builder.files === 0) return;
        const segment = builder.finish();
        segments.push(segment);
        for (const { path, imports } of segment.files) {
          const known = places.get(path);
          if (!known || !sameImports(known.segment.files[known.file]!.imports, imports)) graphs++;
        }
        place(segment);
        builder = createSegmentBuilder(tokenizer, paths);
      };
      for (const file of files) {
        builder.add(file);
        if (builder.size > segmentSize || builder.chunks > 50_000) finish();
      }
      finish();
      tidy();
    },
    remove(path) {
      graphs++;
      return kill(path);
    },
    filesDefining(name) {
      return filesOf(terms.find(definitionTerm(name)));
    },
    namesLike(name, visible, count = 8) {
      const like = similarityTo(definitionTerm(name));
      const found: { readonly term: number; readonly score: number }[] = [];
      for (let term = 0; term < terms.size; term++) {
        const text = terms.textOf(term);
        const score = text.startsWith("#") ? like(text) : 0;
        if (score >= 0.5) found.push({ term, score });
      }
      return found
        .sort((a, b) => b.score - a.score)
        .filter(({ term }, i) => i < 400 && filesOf(term).some(visible))
        .slice(0, count)
        .map(({ term }) => terms.textOf(term).slice(1));
    },
    filesWith(identifier) {
      const last = tokenizer.termsOf(identifier).at(-1);
      return last === undefined || identifier.length > maxIdentifier ? [...places.keys()] : filesOf(last);
    },
    data() {
      const alive = segments.filter((segment) => live(segment) > 0);
      return {
        terms: terms.data(),
        paths: paths.data(),
        segments: alive.map((segment) => (live(segment) < segment.files.length ? mergeSegments([segment]) : segment)),
      };
    },
    search(query, { limit = 10, visible = () => true, withoutTests = false, weights: given } = {}) {
      const weights = { ...defaultWeights, ...given };
      const all = segments.map((segment) => ({
        segment,
        visible: Uint8Array.from(segment.files, ({ alive, path }) => (alive && visible(path) ? 1 : 0)),
      }));
      const from = belowCommonFolder(all);
      const asked = readQuery(query, tokenizer, weights);
      const scores = scoreChunks(all, asked, weights, from.term);
      const ranked = rankFiles(all, {
        scores,
        query: asked,
        weights,
        priors: priorsOf(all),
        from,
        withoutTests,
        limit,
      });
      return ranked.map(({ segment: s, file, role, chunk, score, defines }) => {
        const { segment } = all[s]!;
        const words = asked.terms.filter(({ term }) => hasTerm(segment, chunk, term)).map(({ word }) => word);
        return {
          path: file.path,
          score,
          start: segment.start[chunk]!,
          end: segment.end[chunk]!,
          line: segment.line[chunk]!,
          endLine: segment.endLine[chunk]!,
          words: [...new Set(words)],
          pathWords: asked.words
            .filter(({ term }) => term !== -1 && file.pathTerms.includes(term, from.term))
            .map(({ word }) => word),
          ...(defines !== undefined && { defines }),
          role,
        };
      });
    },
  };
  return index;
}

const sameImports = (imports: Int32Array, others: Int32Array): boolean =>
  imports.length === others.length && imports.every((id, i) => id === others[i]);

function hasTerm(segment: Segment, chunk: number, term: number): boolean {
  const at = termAt(segment, term);
  if (at === -1) return false;
  let [low, high] = [segment.offsets[at]!, segment.offsets[at + 1]! - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = segment.chunks[middle]!;
    if (found === chunk) return true;
    if (found < chunk) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
