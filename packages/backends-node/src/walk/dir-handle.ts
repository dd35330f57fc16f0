import { type Dirent, readdirSync } from "node:fs";
import type { FolderEntry } from "@holdall/pattern-core";
import { type Path, ToolError } from "@holdall/tool-core";
import { toHostPath } from "@holdall/tool-kit/node";
import { errnoOf, isAbsence } from "../_errors.ts";
import type { OpenFolder } from "../paths/_folder.ts";
import { kindOf } from "../read/_list.ts";
import { readFolder } from "../read/_read-folder.ts";
import { isScratch } from "../write/_scratch-names.ts";

/** A folder in a walk: everything that a walk needs of an open one. */
export interface DirHandle extends Disposable {
  at(name: string): string;
  enter(name: string): DirHandle;
  verify(): void;
}

/** A folder and its entries. */
export interface Entered {
  readonly dir: DirHandle;
  readonly entries: readonly FolderEntry[];
}

/** Read a folder, which is closed if that fails; synchronous, unless it is large. */
export function read(dir: DirHandle, pause: () => Promise<void> | undefined): Entered | Promise<Entered> {
  const failed = (error: unknown): never => {
    dir[Symbol.dispose]();
    throw error;
  };
  try {
    const done = (found: readonly Dirent[]): Entered => {
      const entries = entriesOf(found);
      dir.verify();
      return { dir, entries };
    };
    const found = readFolder(dir.at("."), pause);
    return Array.isArray(found) ? done(found) : found.then(done).catch(failed);
  } catch (error) {
    return failed(error);
  }
}

/** The entries of a folder, unsorted. */
export const readEntries = (dir: DirHandle): FolderEntry[] =>
  entriesOf(readdirSync(dir.at("."), { withFileTypes: true }));

function entriesOf(found: readonly Dirent[]): FolderEntry[] {
  const entries: FolderEntry[] = [];
  for (const each of found) if (!isScratch(each.name)) entries.push({ name: each.name, kind: kindOf(each) });
  return entries;
}

/** Why a folder inside another one was not entered: undefined if it is gone or has become a link. */
export type NotEntered = "denied" | undefined;

/** Read a folder inside another one. */
export function enter(
  parent: DirHandle,
  name: string,
  pause: () => Promise<void> | undefined,
): Entered | NotEntered | Promise<Entered | NotEntered> {
  const left = (error: unknown): NotEntered => {
    if (isGone(error)) return undefined;
    if (errnoOf(error) === "EACCES" || errnoOf(error) === "EPERM") return "denied";
    throw error;
  };
  try {
    const entered = read(parent.enter(name), pause);
    return entered instanceof Promise ? entered.catch(left) : entered;
  } catch (error) {
    return left(error);
  }
}

/** Reopen a folder by its real path; undefined if it is gone or leads elsewhere. */
export function reopenDir(openFolder: OpenFolder, real: Path): DirHandle | undefined {
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
