export { type GitContent, gitContent } from "./git/git-content.ts";
export { type NodeBackendOptions, nodeBackend } from "./node-backend.ts";
export { type FolderReader, folderReader, type ReadContent } from "./read/folder-reader.ts";
export { isContentVersion } from "./read/is-content-version.ts";
export { type GitExcludesOptions, readGitExcludes } from "./read-git-excludes.ts";
export { isGone, newOwner, processOf } from "./write/process-owner.ts";
