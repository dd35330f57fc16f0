import { type Dirent, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { comparePaths, type Entry, type FileKind, type Path } from "@holdall/tool-core";
import { createPace } from "@holdall/tool-core/pace";
import { errnoOf, isAbsence } from "./_errors.ts";
import type { Folder, OpenFolder } from "./_folder.ts";
import { childPath, toHostPath } from "./_host-path.ts";
import { isScratch } from "./_scratch-names.ts";
import { throwIfAborted } from "./_turns.ts";

/**
 * One step of a listing: an entry, or the way into a folder. What lies in `name` sorts as `name/…`, after siblings such
 * as `name-b` and `name.b`, so a folder takes two steps.
 */
interface Step {
  readonly key: string;
  readonly name: string;
  readonly entry?: Omit<Entry, "path">;
}

interface ListHow {
  readonly recursive?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What lies in an open folder. A plain listing tells sizes, times and modes; a recursive one only kinds, because each
 * of the others costs a system call. Memory: the names of one folder per level. No folder stays open between two entries.
 * A folder further down that goes away meanwhile, or may not be opened, is named without its contents.
 */
export async function* list(
  openFolder: OpenFolder,
  folder: Folder,
  path: Path,
  { recursive, signal }: ListHow,
): AsyncGenerator<Entry> {
  const pause = createPace(signal);
  const levels = [{ real: folder.real, path, steps: readSteps(folder, !recursive), next: 0 }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    throwIfAborted(signal);
    const step = level.steps[level.next++];
    if (!step) levels.pop();
    else if (step.entry) yield { path: childPath(level.path, step.name), ...step.entry };
    else if (recursive) {
      await pause();
      const real = childPath(level.real, step.name);
      const steps = enter(openFolder, real);
      if (steps) levels.push({ real, path: childPath(level.path, step.name), steps, next: 0 });
    }
  }
}

function readSteps(folder: Folder, detailed: boolean): Step[] {
  const steps: Step[] = [];
  for (const found of readdirSync(folder.at("."), { withFileTypes: true })) {
    const { name } = found;
    const entry = isScratch(name) ? undefined : describe(folder, found, detailed);
    if (!entry) continue;
    steps.push({ key: name, name, entry });
    if (found.isDirectory()) steps.push({ key: `${name}/`, name });
  }
  return steps.sort((a, b) => comparePaths(a.key, b.key));
}

/** Undefined for what has gone since the folder was read. */
function describe(folder: Folder, found: Dirent, detailed: boolean): Omit<Entry, "path"> | undefined {
  const at = folder.at(found.name);
  try {
    const entry = { kind: kindOf(found), ...(found.isSymbolicLink() && { target: readlinkSync(at) }) };
    if (!detailed) return entry;
    const { size, mtimeMs, mode } = lstatSync(at);
    return { ...entry, size: found.isFile() ? size : 0, modified: mtimeMs, mode: mode & 0o7777 };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

export const kindOf = (found: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">): FileKind =>
  found.isFile() ? "file" : found.isDirectory() ? "directory" : found.isSymbolicLink() ? "symlink" : "other";

function enter(openFolder: OpenFolder, real: Path): Step[] | undefined {
  try {
    using folder = openFolder(toHostPath(real), { follow: false });
    // Otherwise a folder on the way has become a link, and this one lies elsewhere.
    return folder.real === real ? readSteps(folder, false) : undefined;
  } catch (error) {
    if (isAbsence(error) || errnoOf(error) === "EACCES") return undefined;
    throw error;
  }
}
