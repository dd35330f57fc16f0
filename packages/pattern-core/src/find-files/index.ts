export { fileFilter, fileGlob, patternInput, splitGlobs } from "./file-filter.ts";
export { findCandidates, findFiles, globByListing, queryBelow, searchByReading, type WalkOptions } from "./find.ts";
export { readAhead } from "./read-ahead.ts";
export { rulesAbove, rulesOf } from "./walk.ts";
