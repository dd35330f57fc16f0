import { dirname, isWithin, type Path, toPath } from "@holdall/tool-core";
import * as failed from "../shared/errors.ts";
import { tempFolder } from "../shared/names.ts";
import type { FileHandle } from "../shared/platform.ts";
import { type Folder, find, makeFolder, storedName } from "../shared/tree.ts";

/** Move a file into an existing folder; a file of that name is replaced in one step. */
export async function moveFile(file: FileHandle, folder: Folder, name: string): Promise<void> {
  if (!file.move) throw failed.cannotMove();
  await file.move(folder, name);
}

/** Move a file or folder. No other operation may be running in the storage. */
export async function move(root: Folder, from: Path, to: Path, overwrite: boolean): Promise<void> {
  if (from === "/" || to === "/") throw failed.isRoot(toPath("/"));
  const { handle, folder } = await find(root, from);
  if (!handle || !folder) throw failed.notFound(from);
  const { handle: target } = isWithin(to, from) && from !== to ? { handle: undefined } : await find(root, to);
  if (target && !overwrite) throw failed.alreadyExists(to);
  if (target?.kind === "directory") throw failed.isFolder(to);
  if (target && handle.kind === "directory") throw failed.isFile(to);
  if (from === to) return;
  if (isWithin(to, from)) throw handle.kind === "file" ? failed.isFile(from) : failed.intoItself(from, to);
  const name = storedName(to);
  const into = await makeFolder(root, dirname(to));
  if (handle.kind === "file") return moveFile(handle, into, name);
  await moveFolder(handle, into, name);
  await folder.removeEntry(handle.name, { recursive: true });
}

interface FileMove {
  readonly file: FileSystemFileHandle;
  readonly from: Folder;
  readonly to: Folder;
}

/**
 * Chromium cannot rename folders, so the files in it move one by one, and all go back when one of them cannot move.
 * Leaves the source as a tree of empty folders.
 */
async function moveFolder(source: Folder, into: Folder, name: string): Promise<void> {
  const moved: FileMove[] = [];
  try {
    for (const { file, from, to } of await mirror(source, await into.getDirectoryHandle(name, { create: true }))) {
      const { name } = file;
      await moveFile(file, to, name);
      moved.push({ file: await to.getFileHandle(name), from, to });
    }
  } catch (thrown) {
    for (const { file, from } of moved.reverse()) await moveFile(file, from, file.name);
    await into.removeEntry(name, { recursive: true });
    throw thrown;
  }
}

/** Make the same folders in `to`, and tell which files are to move where. */
async function mirror(from: Folder, to: Folder): Promise<FileMove[]> {
  const steps: FileMove[] = [];
  for await (const [name, handle] of from.entries()) {
    if (handle.kind === "file") steps.push({ file: handle, from, to });
    else if (name !== tempFolder) {
      for (const step of await mirror(handle, await to.getDirectoryHandle(name, { create: true }))) steps.push(step);
    }
  }
  return steps;
}
