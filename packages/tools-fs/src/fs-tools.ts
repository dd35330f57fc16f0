import type { Tool } from "@holdall/tool-core";
import { appendFile } from "./append-file.ts";
import { createDirectory } from "./create-directory.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { moveFile } from "./move-file.ts";
import type { FsToolsOptions } from "./options.ts";
import { writeFile } from "./write-file.ts";

/** Every file tool over one backend. */
export function fsTools(options: FsToolsOptions): Tool[] {
  return [
    writeFile(options),
    appendFile(options),
    editFile(options),
    deleteFile(options),
    moveFile(options),
    createDirectory(options),
  ] as Tool[];
}
