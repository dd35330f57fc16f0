export {
  alreadyExists,
  intoItself,
  isFile,
  isFolder,
  isRoot,
  leadsElsewhere,
  needsRecursive,
  notFound,
  stale,
  throwIfAborted,
  unlessMissing,
} from "./backend-errors.ts";
export { clampRange, sliceRange } from "./byte-range.ts";
export { readChunks } from "./read-chunks.ts";
export { type Change, type Channel, changeSeenFrom, channel } from "./watch.ts";
export { maxCollected, writeChunks } from "./write-chunks.ts";
