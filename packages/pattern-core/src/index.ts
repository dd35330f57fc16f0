export { createFlatWalk, type FlatWalkOptions } from "./flat-walk.ts";
export { fileTypeGlob, fileTypes } from "./glob/file-types.ts";
export { compileGlob, type Glob, type GlobOptions } from "./glob/glob.ts";
export {
  compileIgnore,
  type IgnoreLayer,
  type IgnoreRules,
  type IgnoreVerdict,
  ignoredIn,
} from "./ignore/ignore.ts";
export {
  stepOf,
  type WalkQuery,
  type WalkStep,
  type WalkSteps,
  walkFolder,
  walkSteps,
} from "./ignore/walk-folder.ts";
export { type FolderEntry, foldersAbove, ruleFiles, rulesIn, startRules, type WalkRules } from "./ignore/walk-rules.ts";
export { isBinary } from "./is-binary.ts";
export { type Lines, linesOfBytes, linesOfText } from "./matcher/lines.ts";
export {
  type ContextRow,
  type Line,
  type LineMatch,
  searchBytes,
  searchLines,
  withContext,
} from "./matcher/search-lines.ts";
export { type Snippet, snippet } from "./matcher/snippet.ts";
export { compileTextPattern, type TextPattern, type TextPatternOptions } from "./matcher/text-pattern.ts";
export { isAscii, isUtf8 } from "./native-bytes.ts";
export { ngramFilter, ngramTest } from "./ngram-filter.ts";
export { PatternError } from "./pattern-error.ts";
