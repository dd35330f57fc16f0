export { type Chunk, chunksOf } from "./chunks.ts";
export { type FileRole, roleOf } from "./file-role.ts";
export { packedFormat, packIndex, unpackIndex } from "./pack-index.ts";
export {
  createSearchIndex,
  type SearchHit,
  type SearchIndex,
  type SearchOptions,
} from "./search-index.ts";
export type { FileToIndex } from "./segment.ts";
export { defaultWeights, type RankWeights } from "./weights.ts";
export { stem, stopWords, wordsOfIdentifier } from "./words.ts";
