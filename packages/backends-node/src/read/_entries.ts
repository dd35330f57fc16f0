import { chmodSync, closeSync, constants, fchmodSync, lstatSync, readlinkSync, rmdirSync, symlinkSync } from "node:fs";
import { type BackendEntries, type Entry, type Io, type Path, ToolError } from "@holdall/tool-core";
import { alreadyExists, errno, errnoOf, isAbsence, isFile, isRoot, leadsElsewhere } from "../_errors.ts";
import { openChild } from "../paths/_folder.ts";
import { hold, type PathGuard, type ResolvedEntry } from "../paths/_path-guard.ts";
import { identityOf, kindOf } from "./_list.ts";

const { O_DIRECTORY = 0, O_RDONLY } = constants;

/** What names in folders are themselves. A path whose folder lies elsewhere than it says leads through a link. */
export function createEntries(guard: PathGuard): BackendEntries {
  const isSame = (real: Path, path: Path) => guard.sameName(real, path);

  const change = <T>(path: Path, io: Io, work: (place: ResolvedEntry, at: string) => T): T => {
    if (guard.isRoot(path)) throw isRoot(path);
    return changeAny(path, io, work);
  };

  const changeAny = <T>(path: Path, io: Io, work: (place: ResolvedEntry, at: string) => T): T => {
    using place = guard.place(path);
    const real = guard.entryOf(place);
    if (!isSame(real, path)) throw leadsElsewhere(path);
    hold(io, path, real);
    place.folder.verify();
    return work(place, place.folder.at(place.name));
  };

  return {
    async stat(path, io = {}) {
      let place: ResolvedEntry;
      try {
        place = guard.place(path);
      } catch (error) {
        // Written as one below a root, it can only be a link above that leads out.
        const leadsOut = ToolError.is(error) && error.code === "permission_denied" && guard.covers(path);
        if (leadsOut || isAbsence(error) || errnoOf(error) === "ELOOP") return null;
        throw error;
      }
      using _ = place;
      const real = guard.entryOf(place);
      if (!isSame(real, path)) return null;
      hold(io, path, real);
      return describeEntry(path, place.folder.at(place.name));
    },

    async createLink(path, target, io = {}) {
      change(path, io, (_, at) => {
        try {
          symlinkSync(target, at);
        } catch (error) {
          throw errnoOf(error) === "EEXIST" ? alreadyExists(path) : error;
        }
      });
    },

    async setFolderMode(path, mode, io = {}) {
      changeAny(path, io, ({ folder, name }, at) => {
        if (!lstatSync(at).isDirectory()) throw isFile(path);
        const fd = openFolderToChange(folder, name);
        if (fd === undefined) {
          // A folder that its owner cannot open: nothing but its name is left to go by.
          if (!lstatSync(at).isDirectory()) throw errno("ESTALE");
          chmodSync(at, mode);
          return;
        }
        try {
          fchmodSync(fd, mode);
        } finally {
          closeSync(fd);
        }
      });
    },

    async removeFolder(path, io = {}) {
      return change(path, io, (_, at) => {
        try {
          rmdirSync(at);
          return true;
        } catch (error) {
          if (errnoOf(error) === "ENOTEMPTY" || errnoOf(error) === "EEXIST") return false;
          throw error;
        }
      });
    },
  };
}

function openFolderToChange(folder: ResolvedEntry["folder"], name: string): number | undefined {
  try {
    return openChild(folder, name, O_RDONLY | O_DIRECTORY);
  } catch (error) {
    if (errnoOf(error) === "EACCES") return undefined;
    throw error;
  }
}

function describeEntry(path: Path, at: string): Entry | null {
  try {
    const found = lstatSync(at);
    const { size, mtimeMs, mode } = found;
    return {
      path,
      kind: kindOf(found),
      size: found.isFile() ? size : 0,
      modified: mtimeMs,
      mode: mode & 0o7777,
      identity: identityOf(found),
      ...(found.isSymbolicLink() && { target: readlinkSync(at) }),
    };
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
