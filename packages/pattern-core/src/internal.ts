// For packages of this repository only: it may change in any release.

export { fileFilter, fileGlob, patternInput, splitGlobs } from "./find-files/file-filter.ts";
export {
  findCandidates,
  findFiles,
  globByListing,
  queryBelow,
  searchByReading,
  type WalkOptions,
} from "./find-files/find.ts";
export { readAhead } from "./find-files/read-ahead.ts";
export { rulesAbove, rulesOf } from "./find-files/walk.ts";
