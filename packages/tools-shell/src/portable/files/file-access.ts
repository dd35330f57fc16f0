import { type Backend, basename, dirname, isWithin, joinPath, type Path, type Stat } from "@holdall/tool-core";
import { type FileAttributes, foldersIn } from "./attributes.ts";
import type { ChangeLog, FileContentState } from "./changes.ts";
import type { DirentEntry } from "./dirent.ts";
import { fileError, toFileError } from "./errno.ts";
import { accessesTo, type Judge } from "./judge.ts";

/** What the file operations of one command share. */
export interface FileContext {
  readonly backend: Backend;
  readonly judge: Judge;
  readonly changes: ChangeLog;
  readonly attributes: FileAttributes;
  readonly signal: AbortSignal;
  /** The folders that the tools work in. What lies above them exists, and cannot be listed. */
  readonly roots: readonly Path[];
  /** The largest file that is read or written, in bytes. */
  readonly maxFileBytes: number;
  /** Files that the command has read. */
  readonly read: Set<Path>;
  /** Called before a command replaces a file that it has not read. */
  readonly replaces: (path: Path) => void;
  /** Add a note for the model, once. */
  readonly note: (text: string) => void;
}

/** Run an operation, with its errors as commands expect them. What a command may swallow is noted as well. */
export async function attempt<T>(
  { note, signal }: FileContext,
  operation: string,
  path: Path,
  run: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  try {
    return await run();
  } catch (error) {
    const failed = toFileError(error, operation, path);
    if (failed !== error && told.has((failed as { code: string }).code)) note((error as Error).message);
    throw failed;
  }
}

/** Failures that are no answer to what a command asks, other than those that the policy explains. */
const told = new Set(["EAGAIN", "EFBIG", "EIO", "ENOTSUP"]);

/** A folder above those that the tools work in. */
export const isAbove = ({ roots }: FileContext, path: Path): boolean =>
  roots.some((root) => root !== path && isWithin(root, path));

const directory: Stat = { kind: "directory", size: 0 };

/** What is at a path, links followed; null for nothing. Does not ask the policy. */
export async function lookAt(files: FileContext, view: Backend, path: Path): Promise<Stat | null> {
  if (isAbove(files, path)) return directory;
  const stat = await view.stat(path, { signal: files.signal });
  if (stat && stat.kind !== "symlink") return stat;
  return files.attributes.folders.has(path) || foldersIn(files.attributes, path).length > 0 ? directory : null;
}

/** The permitted metadata of a path. */
export function statOf(files: FileContext, path: Path): Promise<Stat> {
  return attempt(files, "stat", path, async () => {
    if (isAbove(files, path)) return directory;
    const view = await files.judge.permit(accessesTo(path, "read"));
    const stat = await lookAt(files, view, path);
    if (!stat) throw fileError("ENOENT", "stat", path);
    return stat;
  });
}

/** The path with links in its folder followed, and not at its end. */
export async function placeOf({ backend, signal }: FileContext, path: Path): Promise<Path> {
  if (!backend.realPath || path === "/") return path;
  return joinPath(await backend.realPath(dirname(path), { signal }), basename(path));
}

/** The target of a link; undefined for what is no link. */
export async function linkAt(files: FileContext, path: Path): Promise<string | undefined> {
  if (!files.backend.entries || files.roots.includes(path) || isAbove(files, path)) return undefined;
  const entry = await files.backend.entries.stat(await placeOf(files, path), { signal: files.signal });
  return entry?.kind === "symlink" ? (entry.target ?? "") : undefined;
}

/** The permitted content of a file. */
export function readContent(files: FileContext, path: Path): Promise<FileContentState> {
  return attempt(files, "open", path, async () => {
    const view = await files.judge.permit(accessesTo(path, "read"));
    const { maxFileBytes: end, signal } = files;
    const { bytes, version, size } = await view.read(path, { signal, range: { start: 0, end } });
    if (size > end) {
      files.note(`${path} has ${size} bytes; commands read files of up to ${end} bytes.`);
      throw fileError("EFBIG", "open", path);
    }
    files.read.add(path);
    return { bytes, version };
  });
}

/** The permitted entries of a folder, by name. */
export function listFolder(files: FileContext, path: Path): Promise<DirentEntry[]> {
  return attempt(files, "scandir", path, async () => {
    const found = new Map<string, DirentEntry>();
    const add = (at: Path, kind: string) =>
      found.set(basename(at), {
        name: basename(at),
        isFile: kind === "file",
        isDirectory: kind === "directory",
        isSymbolicLink: kind === "symlink",
      });
    const own = foldersIn(files.attributes, path);
    for (const at of own) add(at, "directory");
    if (isAbove(files, path)) {
      for (const root of files.roots)
        for (let at = root; at !== "/"; at = dirname(at)) if (dirname(at) === path) add(at, "directory");
      return [...found.values()];
    }
    const view = await files.judge.permit(accessesTo(path, "read"));
    try {
      for await (const { path: at, kind } of view.list(path, { signal: files.signal })) add(at, kind);
    } catch (error) {
      const isOwn = own.length > 0 || files.attributes.folders.has(path);
      if (!isOwn || (error as { code?: string }).code !== "not_found") throw error;
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}
