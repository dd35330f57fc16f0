export { fileTypeGlob, fileTypes } from "./file-types.ts";
export { compileGlob, type Glob, type GlobOptions } from "./glob.ts";
export {
  compileIgnore,
  type IgnoreLayer,
  type IgnoreRules,
  type IgnoreVerdict,
  ignoredIn,
} from "./ignore.ts";
export { PatternError } from "./pattern-error.ts";
export { scanRoom } from "./scan-room.ts";
export { type ContextRow, type Line, type LineMatch, lineAt, searchLines, withContext } from "./search-lines.ts";
export { type Snippet, snippet } from "./snippet.ts";
export { compileTextPattern, type TextPattern, type TextPatternOptions } from "./text-pattern.ts";
export {
  type FolderEntry,
  stepOf,
  type WalkQuery,
  type WalkStep,
  type WalkSteps,
  walkFolder,
  walkSteps,
} from "./walk-folder.ts";
export { foldersAbove, rulesIn, startRules, type WalkRules } from "./walk-rules.ts";
