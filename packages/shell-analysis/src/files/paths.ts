import { joinPath, type Path, toPath } from "@holdall/tool-core";
import type { Effect } from "../analysis.ts";
import type { Arg } from "../parse/arg.ts";
import { effectsBelow, tooMany } from "./below.ts";
import type { CommandFiles } from "./command-files.ts";
import { expand, protectedByPattern } from "./globs.ts";

/**
 * Where a command may be when it gets to a word: `cd a; …` continues in `a` or, if that failed, where it was. Nothing
 * when unknown.
 */
export type Folders = readonly Path[] | undefined;

/** Where names are looked up: the possible working folders of the shell, and their entries if they can be read. */
export interface LookupContext {
  readonly folders: Folders;
  readonly files?: CommandFiles | undefined;
}

const nowhere = /^\/dev\/(null|zero|u?random|full|std(in|out|err)|tty|fd\/\d+)$/;

/** The effects of touching the file an argument names, or nothing when it cannot be determined. */
export function fileEffects(
  action: "read" | "write" | "delete",
  arg: Arg,
  place: LookupContext,
): readonly Effect[] | typeof tooMany | undefined {
  // What it turns out to be need not be there yet.
  const mayBeNew = arg.pattern !== undefined;
  const text = arg.pattern ?? arg.text;
  const kind = mayBeNew ? "glob" : arg.kind;
  const { folders, files } = place;
  if (kind === "dynamic" || text === "") return undefined;
  if (nowhere.test(text)) return [];
  if (!text.startsWith("/") && folders === undefined) return undefined;
  const starts = text.startsWith("/") ? ["/" as Path] : (folders ?? []);
  if (kind === "exact") return starts.flatMap((from) => pathEffects(action, text, from, files));
  const cut = folderOf(text);
  // A pattern may match `..`-free names only below its folder, but what follows a wildcard may climb.
  if (text.slice(cut.length).split("/").includes("..")) return undefined;
  const found: Effect[] = [];
  for (const from of starts) {
    if (files && !arg.below) {
      const names = arg.names ?? expand(text, from, files);
      if (!names) return tooMany;
      const there = mayBeNew ? names.filter((name) => name !== text) : names;
      found.push(...there.flatMap((name) => pathEffects(action, name, from, files)));
      if (!mayBeNew) continue;
    }
    const target = toPath(cut || ".", from);
    const pattern = text.slice(cut.length);
    found.push(...pathEffects(action, cut || ".", from, files).map((effect) => ({ ...effect, pattern })));
    if (action === "read" && !files) continue;
    const more = arg.below
      ? effectsBelow(action, target, arg.below, files)
      : protectedByPattern(text)
          // Its stars are integers, some of them at least.
          .filter((path) => !mayBeNew || /\d/.test(path))
          .map((path): Effect => ({ action, target: toPath(path, from) }));
    if (more === tooMany) return tooMany;
    found.push(...more);
  }
  return found;
}

/** A path as it is written, and where it leads. A link that is deleted is deleted itself. */
export function pathEffects(
  action: Effect["action"],
  text: string,
  from: Path,
  files: CommandFiles | undefined,
): Effect[] {
  const target = toPath(text, from);
  const climbs = text.split("/").includes("..") && { climbs: true };
  if (!files) return [{ action, target, ...climbs }];
  const real = action === "delete" ? pathOfLink(text, from, files) : files.realPath(absolute(text, from));
  const effect: Effect = { action, target, ...climbs };
  return real === target ? [effect] : [effect, { action, target: real }];
}

/** A path from a folder on, with its `..` as they are: after a link they lead elsewhere. */
export const absolute = (text: string, from: Path): string => (text.startsWith("/") ? text : `${from}/${text}`);

/** Where the last name of a path itself lies, which may be a link. */
export function pathOfLink(text: string, from: Path, files: CommandFiles): Path {
  const written = absolute(text, from);
  const cut = written.lastIndexOf("/");
  const name = written.slice(cut + 1);
  return /^\.{0,2}$/.test(name)
    ? files.realPath(written)
    : joinPath(files.realPath(written.slice(0, cut) || "/"), name);
}

/**
 * What an unknown path stands for where it is deleted or overwritten: it may be any. Nothing is lost of a file that was made a
 * moment ago, nor by writing into such a folder; but deleting in it may go through a link that took its place.
 */
export function unresolved(action: "write" | "delete", { text, splits, isFresh, isBelowFresh }: Arg): Effect[] {
  const isNew = !splits && (isFresh || (isBelowFresh && action === "write"));
  return isNew || text === "" ? [] : [{ action, target: "/", isUnresolved: true }];
}

/** The folders written before the first wildcard. */
export const folderOf = (pattern: string): string =>
  pattern.slice(0, pattern.lastIndexOf("/", pattern.search(/[*?[]|[@!+]\(/)) + 1);
