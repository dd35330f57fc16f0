export { type AppendFileInput, appendFile } from "./append-file.ts";
export { type CreateDirectoryInput, createDirectory } from "./create-directory.ts";
export { type DeleteFileInput, deleteFile } from "./delete-file.ts";
export { type EditFileInput, editFile } from "./edit-file.ts";
export { fsTools } from "./fs-tools.ts";
export { type MoveFileInput, moveFile } from "./move-file.ts";
export type { FsToolsOptions } from "./options.ts";
export { type WriteFileInput, writeFile } from "./write-file.ts";
