import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import type { CommandFiles, FileEntry, FileKind } from "@holdall/shell-analysis";
import { joinPath, type Path, toPath } from "@holdall/tool-core";
import { readGitIndex } from "./git-index.ts";

/** Names of one folder, and bytes of one file, that are looked at. */
const maxNames = 20_000;
const maxBytes = 65_536;
const maxIndexBytes = 32 * 1024 * 1024;

/**
 * What is on this machine's disk now, as a command that is judged would find it. For one judgment: each place is looked
 * at once.
 */
export function commandFiles(): CommandFiles {
  const kind = once((path: Path) => kindOf(statOf(path)));
  return {
    kindOf: kind,
    realPath: realPaths(kind),
    list: once(listFolder),
    readText: once((path) => readSmall(path, maxBytes)?.toString("utf8")),
    readIndex: once((path) => {
      const bytes = readSmall(path, maxIndexBytes);
      return bytes && readGitIndex(bytes);
    }),
  };
}

/** Where paths lead. What does not exist is added as it is written: a program may make it there. */
function realPaths(kind: (path: Path) => FileKind): (path: string) => Path {
  const known = new Map<string, Path>();
  return function realPath(path): Path {
    const found = known.get(path);
    if (found !== undefined) return found;
    const cut = path.lastIndexOf("/");
    if (cut < 0) return "/" as Path;
    const name = path.slice(cut + 1);
    const folder = realPath(path.slice(0, cut));
    let place = folder;
    if (name === "..") place = toPath("..", folder);
    else if (name !== "" && name !== ".") {
      place = joinPath(folder, name);
      known.set(path, place); // for a link that leads to itself
      if (kind(place) === "link") place = realPath(targetOf(place, folder));
    }
    known.set(path, place);
    return place;
  };
}

function targetOf(link: Path, folder: Path): string {
  try {
    const target = readlinkSync(link);
    return target.startsWith("/") ? target : `${folder}/${target}`;
  } catch {
    return link; // it went away meanwhile
  }
}

function once<P extends string, T>(look: (path: P) => T): (path: P) => T {
  const known = new Map<P, T>();
  return (path) => {
    if (!known.has(path)) known.set(path, look(path));
    return known.get(path) as T;
  };
}

function listFolder(folder: Path): FileEntry[] | undefined {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.length > maxNames
      ? undefined
      : entries.map((entry): FileEntry => ({ name: entry.name, kind: kindOf(entry) }));
  } catch {
    // What cannot be listed here cannot be listed by a command of the same user.
    return [];
  }
}

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
