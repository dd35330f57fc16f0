import { protectedBelow } from "@holdall/sandbox/port";
import { isWithin, joinPath, type Path } from "@holdall/tool-core";
import type { Effect } from "../analysis.ts";
import type { Below } from "../parse/arg.ts";
import type { CommandFiles, FileEntry } from "./command-files.ts";

export const tooMany = "too many";

/** Names that are looked at below one folder. */
const maxEntries = 20_000;
/** Effects reported for one folder. */
const maxEffects = 200;

/** What a program does by the way when it touches what is below a folder: protected names, and where links lead. */
export function effectsBelow(
  action: Effect["action"],
  folder: Path,
  below: Below,
  files: CommandFiles | undefined,
): readonly Effect[] | typeof tooMany {
  if (action === "delete" || (action === "read" && !below.links)) return [];
  if (!files) {
    const inside = [".git/config", ".git/hooks/pre-commit"].filter((path) => below.hidden && below.fits(path));
    return inside.map((path) => ({ action, target: joinPath(folder, path) }));
  }
  const reasonOf = protectedBelow([folder]);
  const top = files.realPath(folder);
  const ignored = below.ignores ? ignoredNames(folder, files) : undefined;
  const targets = new Set<Path>();
  const visit = (entry: FileEntry, path: string) => {
    if ((!below.hidden && entry.name.startsWith(".")) || ignored?.has(entry.name)) return "skip";
    if (below.fits(path)) {
      const target = joinPath(folder, path);
      if (action === "write" && entry.kind !== "folder" && reasonOf(target) !== undefined)
        targets.add(firstProtected(folder, path, reasonOf));
      // What stays in the folder is reported with it.
      const real = below.links && entry.kind === "link" ? files.realPath(target) : top;
      if (!isWithin(real, top) || (action === "write" && reasonOf(real) !== undefined)) targets.add(real);
    }
    if (targets.size >= maxEffects) return "stop";
    return below.isFlat || !below.enters(path) ? "skip" : "enter";
  };
  const found = () => Array.from(targets, (target): Effect => ({ action, target }));
  if (!below.among) return walk(folder, files, visit) ? found() : tooMany;
  if (below.among.length > maxEntries) return tooMany;
  for (const path of below.among)
    if (visit({ name: path, kind: files.kindOf(joinPath(folder, path)) }, path) === "stop") return tooMany;
  return found();
}

/** The uppermost name on the way to a path that is protected: its content is reported with it. */
function firstProtected(folder: Path, path: string, reasonOf: (path: string) => string | undefined): Path {
  const names = path.split("/");
  const ways = names.map((_, i) => joinPath(folder, names.slice(0, i + 1).join("/")));
  return ways.find((way) => reasonOf(way) !== undefined) ?? joinPath(folder, path);
}

/** Names that a search leaves out by the folder's own `.gitignore`: those that are plain, where none comes back. */
function ignoredNames(folder: Path, files: CommandFiles): ReadonlySet<string> {
  if (files.kindOf(joinPath(folder, ".git")) === "missing") return new Set();
  const lines = (files.readText(joinPath(folder, ".gitignore")) ?? "").split("\n");
  if (lines.some((line) => line.startsWith("!"))) return new Set();
  return new Set(lines.flatMap((line) => /^([\w.-]+)\/?\s*$/.exec(line)?.[1] ?? []));
}

/**
 * Visit what is below a folder, links not followed. False when it was stopped, or there is more than can be looked at.
 */
export function walk(
  folder: Path,
  files: CommandFiles,
  visit: (entry: FileEntry, path: string) => "enter" | "skip" | "stop",
  most = maxEntries,
): boolean {
  const open: string[] = [""];
  let seen = 0;
  for (let inside = open.pop(); inside !== undefined; inside = open.pop()) {
    const entries = files.list(inside === "" ? folder : joinPath(folder, inside));
    if (!entries) return false;
    seen += entries.length;
    if (seen > most) return false;
    for (const entry of entries) {
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      const way = visit(entry, path);
      if (way === "stop") return false;
      if (way === "enter" && entry.kind === "folder") open.push(path);
    }
  }
  return true;
}
