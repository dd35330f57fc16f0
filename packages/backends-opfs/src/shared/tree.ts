import { basename, dirname, type Path, toPath } from "@holdall/tool-core";
import * as failed from "./errors.ts";
import { toShown, toStored } from "./names.ts";

export type Folder = FileSystemDirectoryHandle;
export type Handle = FileSystemFileHandle | Folder;

/** A path in the tree: its folder, as far as that exists, and the entry there. */
export interface TreeEntry {
  readonly folder: Folder | undefined;
  readonly handle: Handle | undefined;
}

export const childPath = (folder: Path, stored: string): Path =>
  toPath(`${folder === "/" ? "" : folder}/${toShown(stored)}`);

/** The stored name of a path's last segment. Throws `too_large` for one that browsers cannot store. */
export function storedName(path: Path): string {
  const name = toStored(basename(path));
  if (name === undefined) throw failed.badName(path);
  return name;
}

async function walk(root: Folder, path: Path, create: boolean): Promise<Folder> {
  let folder = root;
  let at = toPath("/");
  for (const part of path === "/" ? [] : path.slice(1).split("/")) {
    at = childPath(at, part);
    const name = storedName(at);
    try {
      folder = await folder.getDirectoryHandle(name, { create });
    } catch (thrown) {
      throw failed.isNamed(thrown, "TypeMismatchError") ? failed.isFile(at) : thrown;
    }
  }
  return folder;
}

/** A folder, made with all its parents where it is missing. Throws `wrong_kind` for a file on the way. */
export function makeFolder(root: Folder, path: Path): Promise<Folder> {
  for (let at = path; at !== "/"; at = dirname(at)) storedName(at);
  return walk(root, path, true);
}

/** The entry at a path. Throws `wrong_kind` for a file on the way. */
export async function find(root: Folder, path: Path): Promise<TreeEntry> {
  if (path === "/") return { folder: root, handle: root };
  const name = toStored(basename(path));
  const folder = await unless("NotFoundError", walk(root, dirname(path), false));
  if (!folder || name === undefined) return { folder, handle: undefined };
  try {
    return { folder, handle: await unless("NotFoundError", folder.getFileHandle(name)) };
  } catch (thrown) {
    if (!failed.isNamed(thrown, "TypeMismatchError")) throw thrown;
    return { folder, handle: await folder.getDirectoryHandle(name) };
  }
}

/** The folder at a path. */
export async function findFolder(root: Folder, path: Path): Promise<Folder> {
  const { handle } = await find(root, path);
  if (!handle) throw failed.notFound(path);
  if (handle.kind === "file") throw failed.isFile(path);
  return handle;
}

/** The current file at a path. */
export async function findFile(root: Folder, path: Path): Promise<File> {
  const { handle } = await find(root, path);
  if (!handle) throw failed.notFound(path);
  if (handle.kind === "directory") throw failed.isFolder(path);
  return handle.getFile();
}

/** What `work` gives, or undefined when it fails with an error of this name. */
export async function unless<T>(name: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (failed.isNamed(thrown, name)) return undefined;
    throw thrown;
  }
}
