import { closeSync, fstatSync, lstatSync, readdirSync, readlinkSync, type Stats, statSync } from "node:fs";
import { basename, dirname, type Entry, type Path } from "@holdall/tool-core";
import { toHostPath } from "@holdall/tool-kit/node";
import { errnoOf, isAbsence } from "../_errors.ts";
import { chooseOpenFolder, openChild } from "../paths/_folder.ts";
import { createLocalDisks } from "../paths/_local-disk.ts";
import type { Watching } from "../search-cache/folder-watcher.ts";
import { type DirHandle, reopenDir } from "../walk/dir-handle.ts";
import { readInto } from "../walk/read-whole.ts";
import { isScratch } from "../write/_scratch-names.ts";
import { crypto } from "./_crypto.ts";
import { identityOf, kindOf } from "./_list.ts";

export interface ReadContent {
  readonly bytes: Uint8Array;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/** Reads whole trees, synchronously and unsorted. Links are not followed, neither at the end nor in a folder above. */
export interface FolderReader extends Disposable {
  /**
   * The entries of a folder by its real path; the times of folders in it may be old ones. Undefined if it cannot be read; empty if it is gone, or has become a link. The
   * same array as before if it is watched and nothing changed since, unless it must be `fresh`.
   */
  read(folder: Path, fresh: boolean): readonly Entry[] | undefined;
  /** The contents of plain files, in a buffer as long as it has room; undefined for what is gone or cannot be read. */
  readFiles(entries: readonly Entry[], buffer: Uint8Array): readonly (ReadContent | undefined)[];
  /** Resolves when changes so far are known to `read`. */
  settle(): Promise<void>;
}

/** Folders beyond this number are not watched. */
const maxWatched = 5_000;

interface KnownFolder {
  entries: readonly Entry[];
  watch: Disposable | undefined;
  isCurrent: boolean;
}

/** Create a reader that watches the folders it has read. Watches do not report writes through mapped memory. */
export async function folderReader(...roots: readonly [string, ...string[]]): Promise<FolderReader> {
  const openFolder = chooseOpenFolder(roots[0]);
  const known = new Map<Path, KnownFolder>();
  const forget = (path: Path) => {
    known.get(path)?.watch?.[Symbol.dispose]();
    known.delete(path);
  };
  const forgetAll = () => {
    for (const path of known.keys()) forget(path);
  };
  // What another machine changes on its disk is not heard.
  const isLocal = createLocalDisks();
  const isHere = roots.every((root) => isLocal(statSync(root).dev, root));
  const { createWatching } = await import("../search-cache/folder-watcher.ts");
  let watching: Watching | undefined = isHere ? await createWatching(forgetAll) : undefined;

  function watch(folder: DirHandle, path: Path): KnownFolder | undefined {
    const before = known.get(path);
    if (before) {
      before.isCurrent = true;
      return before;
    }
    if (!watching || known.size >= maxWatched) return undefined;
    const own: KnownFolder = { entries: [], watch: undefined, isCurrent: true };
    own.watch = watching.add(folder, (what) => {
      own.isCurrent = false;
      if (what === "itself" && known.get(path) === own) forget(path);
    });
    if (!own.watch) return undefined;
    known.set(path, own);
    return own;
  }

  return {
    read(path, fresh) {
      const own = known.get(path);
      if (own?.isCurrent && !fresh) return own.entries;
      try {
        using folder = reopenDir(openFolder, path);
        if (!folder) {
          forget(path);
          return [];
        }
        // Before it is read, so that a change in between is heard.
        const watched = watch(folder, path);
        // By their paths, which is faster than by the handle: what a folder that is swapped meanwhile shows is only metadata.
        const host = toHostPath(path);
        const above = path === "/" ? "/" : `${path}/`;
        const entries: Entry[] = [];
        let hasOtherLinks = false;
        for (const name of readdirSync(host)) {
          const stat = isScratch(name) ? undefined : lstatSync(`${host}/${name}`, { throwIfNoEntry: false });
          const entry = stat && describe(stat, `${host}/${name}`, (above + name) as Path);
          if (!entry) continue;
          entries.push(entry);
          hasOtherLinks ||= entry.kind === "file" && stat.nlink > 1;
        }
        if (!isStill(folder, host)) return [];
        if (watched) watched.entries = entries;
        // A change under another name is not heard.
        if (watched && hasOtherLinks) watched.isCurrent = false;
        return entries;
      } catch (error) {
        forget(path);
        if (errnoOf(error) === "EACCES" || errnoOf(error) === "EPERM") return undefined;
        if (isAbsence(error) || errnoOf(error) === "ESTALE") return [];
        throw error;
      }
    },
    readFiles(entries, buffer) {
      const contents: (ReadContent | undefined)[] = [];
      let used = 0;
      for (let from = 0, to = 0; from < entries.length; from = to) {
        const above = dirname(entries[from]!.path);
        while (to < entries.length && dirname(entries[to]!.path) === above) to++;
        using folder = reopenDir(openFolder, above);
        for (const { path } of entries.slice(from, to)) {
          const content = folder && readContent(folder, basename(path), buffer.subarray(used));
          if (content?.bytes.buffer === buffer.buffer) used += content.bytes.length;
          contents.push(content);
        }
      }
      return contents;
    },
    settle: async () => watching?.settle(),
    [Symbol.dispose]() {
      watching = undefined;
      forgetAll();
    },
  };
}

/** Whether a path still leads to the folder that is open. */
function isStill(folder: DirHandle, host: string): boolean {
  const [one, other] = [lstatSync(folder.at(".")), lstatSync(host, { throwIfNoEntry: false })];
  return one.ino === other?.ino && one.dev === other.dev;
}

function readContent(folder: DirHandle, name: string, room: Uint8Array): ReadContent | undefined {
  try {
    const fd = openChild(folder, name, 0);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return undefined;
      const bytes = readInto(fd, stat.size <= room.length ? room.subarray(0, stat.size) : new Uint8Array(stat.size));
      return { bytes, hash: crypto().hash("sha256", bytes, "hex") };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

function describe(stat: Stats, at: string, path: Path): Entry | undefined {
  const kind = kindOf(stat);
  const { mtimeMs: modified, mode } = stat;
  const entry = { path, kind, size: kind === "file" ? stat.size : 0, modified, mode: mode & 0o7777 };
  const identity = identityOf(stat);
  if (kind !== "symlink") return { ...entry, identity };
  try {
    return { ...entry, identity, target: readlinkSync(at) };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
