import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import type { CommandFiles, FileEntry, FileKind } from "@holdall/command-core";
import { joinPath, type Path, toPath } from "@holdall/tool-core";
import { readGitIndex } from "./_git-index.ts";

/** Names of one folder, and bytes of one file, that are looked at. */
const maxNames = 20_000;
const maxBytes = 65_536;
const maxIndexBytes = 32 * 1024 * 1024;
const maxLinks = 40;

/** What lies on this machine's disk, as a command that is judged would find it. */
export const commandFiles: CommandFiles = {
  kindOf: (path) => kindOf(statOf(path)),
  realPath,
  list(folder) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      return entries.length > maxNames
        ? undefined
        : entries.map((entry): FileEntry => ({ name: entry.name, kind: kindOf(entry) }));
    } catch {
      // What cannot be listed here cannot be listed by a command of the same user.
      return [];
    }
  },
  readText: (path) => readSmall(path, maxBytes)?.toString("utf8"),
  readIndex(path) {
    const bytes = readSmall(path, maxIndexBytes);
    return bytes && readGitIndex(bytes);
  },
};

function readSmall(path: Path, most: number): Buffer | undefined {
  const stat = statOf(path);
  if (!stat?.isFile() || stat.size > most) return undefined;
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const kindOf = (stat: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink"> | undefined): FileKind => {
  if (!stat) return "missing";
  if (stat.isSymbolicLink()) return "link";
  return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
};

/** Where a path leads. What does not exist is added as it is written: a program may make it there. */
function realPath(path: string): Path {
  try {
    return toPath(realpathSync.native(path));
  } catch {
    return followed(path);
  }
}

function followed(path: string): Path {
  let place = "/" as Path;
  let links = 0;
  const open = path.split("/").reverse();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === "" || name === ".") continue;
    const next = name === ".." ? toPath("..", place) : joinPath(place, name);
    const isLink = name !== ".." && statOf(next)?.isSymbolicLink() === true;
    if (!isLink || ++links > maxLinks) {
      place = next;
      continue;
    }
    const target = readlinkSync(next);
    if (target.startsWith("/")) place = "/" as Path;
    open.push(...target.split("/").reverse());
  }
  return place;
}
