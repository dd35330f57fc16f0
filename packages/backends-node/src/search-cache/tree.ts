import type { FolderEntry, WalkRules } from "@holdall/pattern-core";
import type { Path } from "@holdall/tool-core";
import { errno, errnoOf } from "../_errors.ts";
import { childPath } from "../paths/_child-path.ts";
import type { OpenFolder } from "../paths/_folder.ts";
import type { PathGuard } from "../paths/_path-guard.ts";
import { largeFolder } from "../read/_read-folder.ts";
import { type DirHandle, isGone, readEntries, reopenDir } from "../walk/dir-handle.ts";
import type { CachedRules } from "./cached-rules.ts";
import type { Watching } from "./folder-watcher.ts";
import { isSame, isUnchanged, type Stamp, type StampReader } from "./stamp.ts";
import { uncacheable } from "./uncacheable.ts";

/** A file of a folder: its metadata and the n-grams it may contain. */
export interface CachedFile {
  readonly stamp: Stamp;
  readonly size: number;
  readonly hasOtherLinks: boolean;
  /** Undefined while that was not looked at; `any` for what has no filter; `binary` for what is not searched. */
  readonly filter: Uint8Array | "any" | "binary" | undefined;
  isForgotten: boolean;
}

/** An entry of a folder, what the rules say of it, and where its file was last found: to look that up takes longer. */
export interface CachedEntry extends FolderEntry {
  readonly path: Path;
  readonly ignored: boolean;
  file: CachedFile | undefined;
}

/** The entries of a folder in the order of a walk, under some rules, by the path that led there. */
interface Ordered {
  readonly at: Path;
  readonly rules: WalkRules;
  readonly from: readonly FolderEntry[];
  readonly entries: readonly CachedEntry[];
}

/** What is known of a folder. */
export interface CachedFolder {
  readonly real: Path;
  stamp: Stamp;
  entries: readonly FolderEntry[];
  readonly files: Map<string, CachedFile>;
  rules: CachedRules | undefined;
  ordered: Ordered | undefined;
  watch: Disposable | undefined;
  /** It is watched, and has not changed since it was looked at. */
  current: boolean;
  /** How often it was looked at. */
  looks: number;
}

export interface TreeContext {
  readonly guard: PathGuard;
  readonly openFolder: OpenFolder;
  readonly look: StampReader;
  readonly watching: Watching | undefined;
}

export type Tree = ReturnType<typeof createTree>;

/**
 * Folders as they were last seen, by their real paths. A folder that is current, in one that is current, is what it was;
 * every other one is looked at again when it is asked for.
 */
export function createTree({ guard, openFolder, look, watching }: TreeContext) {
  const folders = new Map<Path, CachedFolder>();
  let entries = 0;
  let filterBytes = 0;
  let isOver = false;

  const forgetFile = (folder: CachedFolder, name: string): void => {
    const file = folder.files.get(name);
    if (!file) return;
    file.isForgotten = true;
    folder.files.delete(name);
    filterBytes -= sizeOf(file.filter);
  };

  /** Forget a folder, and all below it. */
  const clear = (real: Path): void => {
    const folder = folders.get(real);
    if (!folder) return;
    folders.delete(real);
    entries -= folder.entries.length;
    folder.watch?.[Symbol.dispose]();
    for (const name of folder.files.keys()) forgetFile(folder, name);
    for (const { name, kind } of folder.entries) if (kind === "directory") clear(childPath(real, name));
  };

  const list = (folder: CachedFolder, dir: DirHandle): void => {
    const before = folder.entries;
    folder.entries = readEntries(dir);
    entries += folder.entries.length - before.length;
    const there = new Set(folder.entries.map(({ name }) => name));
    for (const { name, kind } of before)
      if (kind === "directory" && !there.has(name)) clear(childPath(folder.real, name));
  };

  /** What is in a folder that was not heard of for a while may be something else. */
  const compareInside = (folder: CachedFolder, dir: DirHandle): void => {
    for (const [name, { stamp }] of folder.files) {
      if (!isUnchanged(stamp, look(dir.at(name)))) forgetFile(folder, name);
    }
    for (const { name, kind } of folder.entries) {
      const child = kind === "directory" ? folders.get(childPath(folder.real, name)) : undefined;
      if (!child?.current) continue;
      const now = look(dir.at(name));
      if (!now || !isSame(child.stamp, now)) clear(child.real);
    }
  };

  const watch = (folder: CachedFolder, dir: DirHandle): Disposable | undefined =>
    watching?.add(dir, (what) => {
      folder.current = false;
      if (what === "inside") return;
      folder.watch?.[Symbol.dispose]();
      folder.watch = undefined;
    });

  /** An open folder, brought up to date. */
  const update = (dir: DirHandle, real: Path): CachedFolder => {
    const stamp = look(dir.at("."));
    if (!stamp) throw errno("ENOENT");
    if (stamp.remote || stamp.size >= largeFolder) throw uncacheable;
    const before = folders.get(real);
    if (before && !isSame(before.stamp, stamp)) clear(real);
    else if (before?.current) return before;
    const folder = folders.get(real) ?? unknown(real, stamp);
    folders.set(real, folder);
    try {
      // Watched first: changes from now on are reported, earlier ones are read.
      folder.watch ??= isOver ? undefined : watch(folder, dir);
      folder.current = folder.watch !== undefined;
      if (folder.looks++ === 0 || !isUnchanged(folder.stamp, stamp)) list(folder, dir);
      folder.stamp = stamp;
      compareInside(folder, dir);
      dir.verify();
      return folder;
    } catch (error) {
      clear(real);
      throw error;
    }
  };

  return {
    /** Entries that are kept. */
    get size(): number {
      return entries;
    },

    /** Bytes of the filters that are kept. */
    get filterBytes(): number {
      return filterBytes;
    },

    /** The folder that a path leads to. Throws what `Gate.folder` throws. */
    start(path: Path): CachedFolder {
      using folder = guard.folder(path);
      return update(folder, folder.real);
    },

    /** A folder in a folder that is up to date. Undefined when it is gone, or has become a link. */
    enter({ real }: CachedFolder, name: string): CachedFolder | "denied" | undefined {
      const at = childPath(real, name);
      const known = folders.get(at);
      if (known?.current) return known;
      if (guard.shut.has(at)) return "denied";
      try {
        using dir = reopenDir(openFolder, at);
        if (dir) return update(dir, at);
      } catch (error) {
        if (errnoOf(error) === "EACCES" || errnoOf(error) === "EPERM") return "denied";
        if (!isGone(error)) throw error;
      }
      clear(at);
      return undefined;
    },

    open: ({ real }: CachedFolder): DirHandle | undefined => reopenDir(openFolder, real),

    forgetFile,

    keepFile(folder: CachedFolder, name: string, stamp: Stamp, filter?: CachedFile["filter"]): void {
      forgetFile(folder, name);
      const { size, hasOtherLinks } = stamp;
      folder.files.set(name, { stamp, size, hasOtherLinks, filter, isForgotten: false });
      filterBytes += sizeOf(filter);
      if (folders.get(folder.real) !== folder) forgetFile(folder, name);
    },

    /** What is known of a file that is in a folder. */
    fileOf(folder: CachedFolder, entry: CachedEntry): CachedFile | undefined {
      if (!entry.file || entry.file.isForgotten) entry.file = folder.files.get(entry.name);
      return entry.file;
    },

    /** Look at everything again before it is believed. */
    lookAgain(): void {
      for (const folder of folders.values()) folder.current = false;
    },

    /** Forget everything, and watch nothing any more. */
    end(): void {
      isOver = true;
      for (const { watch } of folders.values()) watch?.[Symbol.dispose]();
      folders.clear();
      entries = 0;
      filterBytes = 0;
    },
  };
}

const sizeOf = (filter: CachedFile["filter"]): number => (typeof filter === "object" ? filter.length : 0);

const unknown = (real: Path, stamp: Stamp): CachedFolder => ({
  real,
  stamp,
  entries: [],
  files: new Map(),
  rules: undefined,
  ordered: undefined,
  watch: undefined,
  current: false,
  looks: 0,
});
