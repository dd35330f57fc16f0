import type { Backend } from "@holdall/tool-core";
import { previewing } from "@holdall/tool-kit/file-tools";
import { appendFile } from "./append-file.ts";
import { applyPatch } from "./apply-patch.ts";
import { createDirectory } from "./create-directory.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { editNotebook } from "./edit-notebook.ts";
import { fileInfo } from "./file-info.ts";
import { globFiles } from "./glob-files.ts";
import { grepFiles } from "./grep-files.ts";
import { listDirectory } from "./list-directory.ts";
import { listFiles } from "./list-files.ts";
import { moveFile } from "./move-file.ts";
import { multiEdit } from "./multi-edit.ts";
import { type ReadFileOptions, readFile } from "./read-file.ts";
import { textEditor } from "./text-editor.ts";
import { undo } from "./undo.ts";
import { writeFile } from "./write-file.ts";

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
