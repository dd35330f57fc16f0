export { type FolderReader, folderReader, type ReadContent } from "./folder-reader.ts";
export { type GitContent, gitContent } from "./git/git-content.ts";
export { isContentVersion } from "./is-content-version.ts";
export { type NodeBackendOptions, nodeBackend } from "./node-backend.ts";
export { isGone, newOwner } from "./process-owner.ts";
export { type GitExcludesOptions, readGitExcludes } from "./read-git-excludes.ts";
