export {
  type DocumentRange,
  type DocumentText,
  type DocumentUnit,
  type ExtractDocument,
  extractDocument,
} from "./extract-document.ts";
export { type ExtractPdf, extractPdf, type PdfRange, type PdfText } from "./extract-pdf.ts";
export { type AllFsToolsOptions, type FsTool, fsTools } from "./fs-tools.ts";
export { knowsFile } from "./history/known-files.ts";
export { type CommandRecord, recordCommand } from "./history/record-command.ts";
export type { UndoInput, UndoOutput } from "./history/undo-schema.ts";
export type { ImageBounds, ImageLimits, ImageOptions, ResizeImage } from "./image-options.ts";
export type { EditNotebookArguments, EditNotebookInput, EditNotebookOutput } from "./notebook/schema.ts";
export type { CallChanges, ChangedFiles, FsToolsOptions, UndoPlan, UndoPlanItem } from "./options.ts";
export type { ApplyPatchInput, ApplyPatchOutput } from "./patch/schema.ts";
export { askProtected, denyProtected, type ProtectedOptions } from "./protected-paths.ts";
export type { ReadFileInput, ReadFileOutput } from "./read/schema.ts";
export type { ListDirectoryInput, ListDirectoryOutput } from "./search/directory-schema.ts";
export type { GlobFilesInput, GlobFilesOutput } from "./search/glob-schema.ts";
export type { GrepFilesInput, GrepFilesOutput } from "./search/grep-schema.ts";
export type { ListFilesInput, ListFilesOutput } from "./search/list-schema.ts";
export { type AppendFileInput, appendFile } from "./tools/edit/append-file.ts";
export { applyPatch } from "./tools/edit/apply-patch.ts";
export { type EditFileInput, editFile } from "./tools/edit/edit-file.ts";
export { editNotebook } from "./tools/edit/edit-notebook.ts";
export { type MultiEditInput, type MultiEditOutput, multiEdit } from "./tools/edit/multi-edit.ts";
export { type TextEditorInput, type TextEditorOutput, textEditor } from "./tools/edit/text-editor.ts";
export { type WriteFileInput, writeFile } from "./tools/edit/write-file.ts";
export { type CreateDirectoryInput, createDirectory } from "./tools/files/create-directory.ts";
export { type DeleteFileInput, deleteFile } from "./tools/files/delete-file.ts";
export { type MoveFileInput, moveFile } from "./tools/files/move-file.ts";
export type { FileHistory, HistoryEntry, HistoryLimits, HistoryStep } from "./tools/history/file-history.ts";
export { fileHistory } from "./tools/history/file-history.ts";
export { undo } from "./tools/history/undo.ts";
export { type FileInfoInput, type FileInfoOutput, fileInfo } from "./tools/read/file-info.ts";
export { globFiles } from "./tools/read/glob-files.ts";
export { grepFiles } from "./tools/read/grep-files.ts";
export { listDirectory } from "./tools/read/list-directory.ts";
export { listFiles } from "./tools/read/list-files.ts";
export { type ReadFileOptions, readFile } from "./tools/read/read-file.ts";
