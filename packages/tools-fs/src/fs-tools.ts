import type { Tool } from "@holdall/tool-core";
import { appendFile } from "./append-file.ts";
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
import { type ReadFileOptions, readFile } from "./read-file.ts";
import { writeFile } from "./write-file.ts";

/** Every file tool over one backend. */
export function fsTools(options: ReadFileOptions): Tool[] {
  return [
    readFile(options),
    writeFile(options),
    appendFile(options),
    editFile(options),
    editNotebook(options),
    deleteFile(options),
    moveFile(options),
    createDirectory(options),
    listFiles(options),
    listDirectory(options),
    globFiles(options),
    grepFiles(options),
    fileInfo(options),
  ] as Tool[];
}
