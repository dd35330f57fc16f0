import type { Backend } from "@holdall/tool-core";
import { previewing } from "@holdall/tool-kit/file-tools";
import { appendFile } from "./tools/edit/append-file.ts";
import { applyPatch } from "./tools/edit/apply-patch.ts";
import { editFile } from "./tools/edit/edit-file.ts";
import { editNotebook } from "./tools/edit/edit-notebook.ts";
import { multiEdit } from "./tools/edit/multi-edit.ts";
import { textEditor } from "./tools/edit/text-editor.ts";
import { writeFile } from "./tools/edit/write-file.ts";
import { createDirectory } from "./tools/files/create-directory.ts";
import { deleteFile } from "./tools/files/delete-file.ts";
import { moveFile } from "./tools/files/move-file.ts";
import { undo } from "./tools/history/undo.ts";
import { fileInfo } from "./tools/read/file-info.ts";
import { globFiles } from "./tools/read/glob-files.ts";
import { grepFiles } from "./tools/read/grep-files.ts";
import { listDirectory } from "./tools/read/list-directory.ts";
import { listFiles } from "./tools/read/list-files.ts";
import { type ReadFileOptions, readFile } from "./tools/read/read-file.ts";

export interface AllFsToolsOptions extends ReadFileOptions {
  /** Creates a copy-on-write view of the backend for dry runs: one per session, in which later calls see the changes of earlier ones. */
  readonly preview?: ((backend: Backend) => Backend) | undefined;
}

/** One of the file tools. */
export type FsTool = ReturnType<typeof makeTools>[number];

/** Create all file tools for a backend. */
export function fsTools({ preview, ...options }: AllFsToolsOptions): FsTool[] {
  if (!preview) return makeTools(options);
  // A record of calls restores files of the workspace itself, and not of its preview.
  return previewing(options, preview, (given) =>
    makeTools(given.backend === options.backend ? given : { ...given, isPreview: true }),
  );
}

const makeTools = (options: ReadFileOptions) => [
  readFile(options),
  writeFile(options),
  appendFile(options),
  editFile(options),
  multiEdit(options),
  applyPatch(options),
  editNotebook(options),
  deleteFile(options),
  moveFile(options),
  createDirectory(options),
  undo(options),
  listFiles(options),
  listDirectory(options),
  globFiles(options),
  grepFiles(options),
  fileInfo(options),
  textEditor(),
];
