import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import type { Entry, Path } from "@holdall/tool-core";
import { errnoOf, isAbsence } from "./_errors.ts";
import { chooseOpenFolder } from "./_folder.ts";
import { toHostPath } from "./_host-path.ts";
import { identityOf, kindOf } from "./_list.ts";
import { isScratch } from "./_scratch-names.ts";
import { type DirHandle, reopenDir } from "./walk/dir-handle.ts";

/** Reads one folder by its real path. Undefined if it cannot be read; empty if it is gone, or has become a link. */
export type FolderReader = (folder: Path) => readonly Entry[] | undefined;

/**
 * Create a reader of folders that tells what `list` of the backend tells, unsorted and synchronously: for programs that look
 * at a whole tree. Links are not followed, neither at the end nor in a folder above.
 */
export function folderReader(root: string): FolderReader {
  const openFolder = chooseOpenFolder(root);
  return (path) => {
    try {
      using folder = reopenDir(openFolder, path);
      if (!folder) return [];
      // By their paths, which is faster than by the handle: what a folder that is swapped meanwhile shows is only metadata.
      const host = toHostPath(path);
      const above = path === "/" ? "/" : `${path}/`;
      const entries: Entry[] = [];
      for (const name of readdirSync(host)) {
        const entry = isScratch(name) ? undefined : describe(`${host}/${name}`, (above + name) as Path);
        if (entry) entries.push(entry);
      }
      return isStill(folder, host) ? entries : [];
    } catch (error) {
      if (errnoOf(error) === "EACCES" || errnoOf(error) === "EPERM") return undefined;
      if (isAbsence(error) || errnoOf(error) === "ESTALE") return [];
      throw error;
    }
  };
}

/** Whether a path still leads to the folder that is open. */
function isStill(folder: DirHandle, host: string): boolean {
  const [one, other] = [lstatSync(folder.at(".")), lstatSync(host, { throwIfNoEntry: false })];
  return one.ino === other?.ino && one.dev === other.dev;
}

function describe(at: string, path: Path): Entry | undefined {
  const stat = lstatSync(at, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const kind = kindOf(stat);
  try {
    return {
      path,
      kind,
      size: kind === "file" ? stat.size : 0,
      modified: stat.mtimeMs,
      mode: stat.mode & 0o7777,
      identity: identityOf(stat),
      ...(kind === "symlink" && { target: readlinkSync(at) }),
    };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
