import { type Dirent, lstatSync, readlinkSync } from "node:fs";
import { comparePaths, type Entry, type FileKind, type Path } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { toHostPath } from "@holdall/tool-kit/node";
import { errno, errnoOf, isAbsence, tooDeep } from "../_errors.ts";
import { throwIfAborted } from "../_yield.ts";
import { childPath } from "../paths/_child-path.ts";
import type { Folder, OpenFolder } from "../paths/_folder.ts";
import { isTooDeep, moreBytes } from "../paths/_path-length.ts";
import { isScratch } from "../write/_scratch-names.ts";
import { readFolder } from "./_read-folder.ts";

/**
 * One step of a listing: something that was found, or the way into a folder. What lies in `name` sorts as `name/…`, after
 * siblings such as `name-b` and `name.b`, so a folder takes two steps.
 */
interface ListingStep {
  readonly key: string;
  readonly name: string;
  readonly found?: Dirent;
}

interface Level {
  readonly real: Path;
  readonly path: Path;
  readonly steps: readonly ListingStep[];
  /** What is reported of the steps from `from` on. */
  readonly told: (Omit<Entry, "path"> | undefined)[];
  from: number;
  next: number;
}

interface ListHow {
  readonly recursive?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Entries that are looked at in one go. */
const entriesATime = 512;

/**
 * What lies in an open folder. A plain listing tells sizes, times and modes; a recursive one only kinds, because each
 * of the others costs a system call. Memory: the names of one folder per level. Below the folder itself, none stays open
 * between two entries. A folder further down that goes away meanwhile, or may not be opened, is named without its contents.
 * Throws `too_large` where something lies too deep to have a path.
 */
export async function* list(
  openFolder: OpenFolder,
  top: Folder,
  path: Path,
  { recursive = false, signal }: ListHow,
): AsyncGenerator<Entry> {
  const pause = createYield(signal);
  const more = moreBytes(top.real, path);

  const read = async (folder: Folder, at: Path): Promise<Level> => {
    const steps = stepsOf(await readFolder(folder.at("."), pause));
    const level: Level = { real: folder.real, path: at, steps, told: [], from: 0, next: 0 };
    look(folder, level);
    return level;
  };
  /** Look at the next entries of a folder. */
  const look = (folder: Folder, level: Level): void => {
    const { steps, told, next } = level;
    level.from = next;
    told.length = 0;
    for (const { found } of steps.slice(next, next + entriesATime))
      told.push(found && describe(folder, found, !recursive));
  };
  const lookOn = (level: Level): void => {
    using again = level === levels[0] ? undefined : openAgain(openFolder, level.real);
    const folder = level === levels[0] ? top : again;
    if (!folder) throw errno("ESTALE");
    look(folder, level);
  };

  const levels = [await read(top, path)];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    throwIfAborted(signal);
    const step = level.steps[level.next];
    if (!step) {
      levels.pop();
      continue;
    }
    if (level.next - level.from >= entriesATime) {
      await pause();
      lookOn(level);
    }
    const entry = level.told[level.next++ - level.from];
    if (step.found && !entry) continue;
    if (isTooDeep(level.path, step.name, more)) throw tooDeep(level.path);
    const at = childPath(level.path, step.name);
    if (entry) yield { path: at, ...entry };
    else if (recursive) {
      await pause();
      using folder = openAgain(openFolder, childPath(level.real, step.name));
      if (folder) levels.push(await read(folder, at));
    }
  }
}

function stepsOf(found: readonly Dirent[]): ListingStep[] {
  const steps: ListingStep[] = [];
  for (const each of found) {
    const { name } = each;
    if (isScratch(name)) continue;
    steps.push({ key: name, name, found: each });
    if (each.isDirectory()) steps.push({ key: `${name}/`, name });
  }
  return steps.sort((a, b) => comparePaths(a.key, b.key));
}

/** Undefined for what has gone since the folder was read. */
function describe(folder: Folder, found: Dirent, detailed: boolean): Omit<Entry, "path"> | undefined {
  const at = folder.at(found.name);
  try {
    const entry = { kind: kindOf(found), ...(found.isSymbolicLink() && { target: readlinkSync(at) }) };
    if (!detailed) return entry;
    const stat = lstatSync(at);
    const { size, mtimeMs, mode } = stat;
    const identity = identityOf(stat);
    return { ...entry, size: found.isFile() ? size : 0, modified: mtimeMs, mode: mode & 0o7777, identity };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** The inode and its change time: what replaces a file, or writes to it and puts its time back, changes them. */
export const identityOf = ({ ino, ctimeMs }: { readonly ino: number; readonly ctimeMs: number }): string =>
  `${ino} ${ctimeMs}`;

export const kindOf = (found: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">): FileKind =>
  found.isFile() ? "file" : found.isDirectory() ? "directory" : found.isSymbolicLink() ? "symlink" : "other";

/** A folder further down; undefined when it is gone, may not be opened, or lies elsewhere since one on the way is a link. */
function openAgain(openFolder: OpenFolder, real: Path): Folder | undefined {
  try {
    const folder = openFolder(toHostPath(real), { follow: false });
    if (folder.real === real) return folder;
    folder[Symbol.dispose]();
    return undefined;
  } catch (error) {
    if (isAbsence(error) || errnoOf(error) === "EACCES") return undefined;
    throw error;
  }
}
