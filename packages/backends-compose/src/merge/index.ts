export { type Fork, type ForkChange, type ForkOptions, fork } from "../fork/fork.ts";
export type { ForkMerge, MergeIo } from "../fork/merge-plan.ts";
export type { SavedChange } from "../fork/save-changes.ts";
export { type ConflictLines, mergeText, type TextChoice, type TextMerge, type ThreeVersions } from "./merge-text.ts";
export {
  type ConflictKind,
  type MergeConflict,
  mergeTrees,
  type ThreeTrees,
  type TreeChange,
  type TreeMerge,
} from "./merge-trees.ts";
export { type Decision, resolveConflict } from "./resolve-conflict.ts";
