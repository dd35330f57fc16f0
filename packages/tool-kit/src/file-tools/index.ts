export { loadProvided, provideLibrary } from "@holdall/tool-core";
export { type ApprovedContent, approvedContent } from "./approved-content.ts";
export { type ChangedFiles, changedFiles } from "./changed-files.ts";
export { defineFileTool, type FileToolsOptions, lazy, readAndWrite, requireAccess } from "./define-file-tool.ts";
export { keyOf, originOf, pendingWrites, retryOnConflict, WriteConflict, withFileLock } from "./file-lock.ts";
export { previewing } from "./previewing.ts";
export { addResolved, isResolved, isResolvedLink, otherTargets, resolvePaths } from "./resolved-paths.ts";
export { showPath, showPaths, showPathsIn, unshowPath } from "./show-path.ts";
