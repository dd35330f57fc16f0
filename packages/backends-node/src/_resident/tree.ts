import type { FolderEntry, WalkRules } from "@holdall/pattern-core";
import type { Path } from "@holdall/tool-core";
import { errno, errnoOf } from "../_errors.ts";
import type { OpenFolder } from "../_folder.ts";
import type { Gate } from "../_gate.ts";
import { childPath } from "../_host-path.ts";
import { largeFolder } from "../_read-folder.ts";
import { isGone, readEntries, type Stand, standAgain } from "../_walk/stand.ts";
import type { KnownRules } from "./known-rules.ts";
import { notKept } from "./not-kept.ts";
import { isSame, isUnchanged, type Look, type Stamp } from "./stamp.ts";
import type { Watching } from "./watching.ts";

/** A file of a folder: what it looked like, and where the arena keeps its bytes. */
export interface KnownFile {
  readonly stamp: Stamp;
  readonly size: number;
  readonly unheard: boolean;
  readonly number: number | undefined;
  isForgotten: boolean;
}

/** An entry of a folder, what the rules say of it, and where its file was last found: to look that up takes longer. */
export interface KnownEntry extends FolderEntry {
  readonly path: Path;
  readonly ignored: boolean;
  file: KnownFile | undefined;
}

/** The entries of a folder in the order of a walk, under some rules, by the path that led there. */
interface Ordered {
  readonly at: Path;
  readonly rules: WalkRules;
  readonly from: readonly FolderEntry[];
  readonly entries: readonly KnownEntry[];
}

/** What is known of a folder. */
export interface KnownFolder {
  readonly real: Path;
  stamp: Stamp;
  entries: readonly FolderEntry[];
  readonly files: Map<string, KnownFile>;
  rules: KnownRules | undefined;
  ordered: Ordered | undefined;
  watch: Disposable | undefined;
  /** It is watched, and has not changed since it was looked at. */
  current: boolean;
  /** How often it was looked at. */
  looks: number;
}

export interface TreeContext {
  readonly gate: Gate;
  readonly openFolder: OpenFolder;
  readonly look: Look;
  readonly watching: Watching | undefined;
  /** Called with the number of a file that is not to be kept any more. */
  readonly drop: (file: number) => void;
}

export type Tree = ReturnType<typeof createTree>;

/**
 * Folders as they were last seen, by their real paths. A folder that is current, in one that is current, is what it was;
 * every other one is looked at again when it is asked for.
 */
export function createTree({ gate, openFolder, look, watching, drop }: TreeContext) {
  const folders = new Map<Path, KnownFolder>();
  let entries = 0;
  let isOver = false;

  const forgetFile = (folder: KnownFolder, name: string): void => {
    const file = folder.files.get(name);
    if (!file) return;
    file.isForgotten = true;
    folder.files.delete(name);
    if (file.number !== undefined) drop(file.number);
  };

  /** Forget a folder, and all below it. */
  const forget = (real: Path): void => {
    const folder = folders.get(real);
    if (!folder) return;
    folders.delete(real);
    entries -= folder.entries.length;
    folder.watch?.[Symbol.dispose]();
    for (const name of folder.files.keys()) forgetFile(folder, name);
    for (const { name, kind } of folder.entries) if (kind === "directory") forget(childPath(real, name));
  };

  const list = (folder: KnownFolder, stand: Stand): void => {
    const before = folder.entries;
    folder.entries = readEntries(stand);
    entries += folder.entries.length - before.length;
    const there = new Set(folder.entries.map(({ name }) => name));
    for (const { name, kind } of before)
      if (kind === "directory" && !there.has(name)) forget(childPath(folder.real, name));
  };

  /** What is in a folder that was not heard of for a while may be something else. */
  const compareInside = (folder: KnownFolder, stand: Stand): void => {
    for (const [name, { stamp }] of folder.files) {
      if (!isUnchanged(stamp, look(stand.at(name)))) forgetFile(folder, name);
    }
    for (const { name, kind } of folder.entries) {
      const child = kind === "directory" ? folders.get(childPath(folder.real, name)) : undefined;
      if (!child?.current) continue;
      const now = look(stand.at(name));
      if (!now || !isSame(child.stamp, now)) forget(child.real);
    }
  };

  const watch = (folder: KnownFolder, stand: Stand): Disposable | undefined =>
    watching?.add(stand, (what) => {
      folder.current = false;
      if (what === "inside") return;
      folder.watch?.[Symbol.dispose]();
      folder.watch = undefined;
    });

  /** An open folder, brought up to date. */
  const update = (stand: Stand, real: Path): KnownFolder => {
    const stamp = look(stand.at("."));
    if (!stamp) throw errno("ENOENT");
    if (stamp.remote || stamp.size >= largeFolder) throw notKept;
    const before = folders.get(real);
    if (before && !isSame(before.stamp, stamp)) forget(real);
    else if (before?.current) return before;
    const folder = folders.get(real) ?? unknown(real, stamp);
    folders.set(real, folder);
    try {
      // Watched first: what changes from now on is told, what changed before is seen.
      folder.watch ??= isOver ? undefined : watch(folder, stand);
      folder.current = folder.watch !== undefined;
      if (folder.looks++ === 0 || !isUnchanged(folder.stamp, stamp)) list(folder, stand);
      folder.stamp = stamp;
      compareInside(folder, stand);
      stand.verify();
      return folder;
    } catch (error) {
      forget(real);
      throw error;
    }
  };

  return {
    /** Entries that are kept. */
    get size(): number {
      return entries;
    },

    /** The folder that a path leads to. Throws what `Gate.folder` throws. */
    start(path: Path): KnownFolder {
      using folder = gate.folder(path);
      return update(folder, folder.real);
    },

    /** A folder in a folder that is up to date. Undefined when it is gone, or has become a link. */
    enter({ real }: KnownFolder, name: string): KnownFolder | "denied" | undefined {
      const at = childPath(real, name);
      const known = folders.get(at);
      if (known?.current) return known;
      if (gate.shut.has(at)) return "denied";
      try {
        using stand = standAgain(openFolder, at);
        if (stand) return update(stand, at);
      } catch (error) {
        if (errnoOf(error) === "EACCES" || errnoOf(error) === "EPERM") return "denied";
        if (!isGone(error)) throw error;
      }
      forget(at);
      return undefined;
    },

    open: ({ real }: KnownFolder): Stand | undefined => standAgain(openFolder, real),

    forgetFile,

    keepFile(folder: KnownFolder, name: string, stamp: Stamp, number?: number): void {
      forgetFile(folder, name);
      const { size, unheard } = stamp;
      folder.files.set(name, { stamp, size, unheard, number, isForgotten: false });
      if (folders.get(folder.real) !== folder) forgetFile(folder, name);
    },

    /** What is known of a file that lies in a folder. */
    fileOf(folder: KnownFolder, entry: KnownEntry): KnownFile | undefined {
      if (!entry.file || entry.file.isForgotten) entry.file = folder.files.get(entry.name);
      return entry.file;
    },

    /** Look at everything again before it is believed. */
    doubt(): void {
      for (const folder of folders.values()) folder.current = false;
    },

    /** Forget everything, and watch nothing any more. */
    end(): void {
      isOver = true;
      for (const { watch } of folders.values()) watch?.[Symbol.dispose]();
      folders.clear();
      entries = 0;
    },
  };
}

const unknown = (real: Path, stamp: Stamp): KnownFolder => ({
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
