import { readdirSync } from "node:fs";
import type { FolderEntry } from "@holdall/pattern-core";
import { type Path, ToolError } from "@holdall/tool-core";
import { errnoOf, isAbsence } from "../_errors.ts";
import type { OpenFolder } from "../_folder.ts";
import { toHostPath } from "../_host-path.ts";
import { kindOf } from "../_list.ts";
import { isScratch } from "../_scratch-names.ts";

/** A folder that a walk is in: all of an open one that a walk needs. */
export interface Stand extends Disposable {
  at(name: string): string;
  enter(name: string): Stand;
  verify(): void;
}

/** What lies in a folder, and when it was read, in milliseconds since the epoch. */
export interface Entered {
  readonly stand: Stand;
  readonly entries: readonly FolderEntry[];
  readonly since: number;
}

/**
 * Stand in a folder by its path, which spares handles and with them half of the system calls. What is read so may come
 * from anywhere, until it is proven that no name on the way was swapped.
 */
export function standByName(real: Path): Stand {
  const below = (host: string): Stand => ({
    at: (name) => (name === "." ? host || "/" : `${host}/${name}`),
    enter: (name) => below(`${host}/${name}`),
    verify() {},
    [Symbol.dispose]() {},
  });
  return below(real === "/" ? "" : toHostPath(real));
}

/** Read a folder, which is closed when that fails. */
export function read(stand: Stand): Entered {
  try {
    const since = Date.now();
    const entries = readEntries(stand);
    stand.verify();
    return { stand, entries, since };
  } catch (error) {
    stand[Symbol.dispose]();
    throw error;
  }
}

/** What lies in a folder, in no order. */
export function readEntries(stand: Stand): FolderEntry[] {
  const entries: FolderEntry[] = [];
  for (const found of readdirSync(stand.at("."), { withFileTypes: true })) {
    if (!isScratch(found.name)) entries.push({ name: found.name, kind: kindOf(found) });
  }
  return entries;
}

/** Read a folder that lies in another one. Undefined when it is gone, or has become a link. */
export function enter(parent: Stand, name: string): Entered | "denied" | undefined {
  try {
    return read(parent.enter(name));
  } catch (error) {
    if (isGone(error)) return undefined;
    if (errnoOf(error) === "EACCES" || errnoOf(error) === "EPERM") return "denied";
    throw error;
  }
}

/** Stand in a folder again, by its real path; undefined when that is gone, or leads elsewhere. */
export function standAgain(openFolder: OpenFolder, real: Path): Stand | undefined {
  try {
    const folder = openFolder(toHostPath(real), { follow: false });
    if (folder.real === real) return folder;
    folder[Symbol.dispose]();
  } catch (error) {
    // A name that this system gives a meaning of its own cannot be asked for by its path.
    if (!isGone(error) && !ToolError.is(error)) throw error;
  }
  return undefined;
}

export const isGone = (error: unknown): boolean => isAbsence(error) || errnoOf(error) === "ESTALE";
