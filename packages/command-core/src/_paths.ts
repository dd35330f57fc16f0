import { type Path, toPath } from "@holdall/tool-core";
import type { Arg } from "./_arg.ts";
import type { Effect } from "./analysis.ts";

/** Where a command may be when it gets to a word: `cd a; …` goes on in `a` or, if that failed, where it was. Nothing when unknown. */
export type Folders = readonly Path[] | undefined;

const nowhere = /^\/dev\/(null|zero|u?random|full|std(in|out|err)|tty|fd\/\d+)$/;

/** The effects of touching the file an argument names, or nothing when it cannot be told. */
export function fileEffects(action: "read" | "write" | "delete", arg: Arg, folders: Folders): Effect[] | undefined {
  const { text, kind } = arg;
  if (kind === "dynamic" || text === "") return undefined;
  if (nowhere.test(text)) return [];
  if (!text.startsWith("/") && folders === undefined) return undefined;
  const cut = kind === "glob" ? folderOf(text) : text;
  // A pattern may match `..`-free names only below its folder, but what follows a wildcard may climb.
  if (kind === "glob" && text.slice(cut.length).split("/").includes("..")) return undefined;
  const starts: Folders = text.startsWith("/") ? ["/" as Path] : folders;
  return starts?.map((from) => ({
    action,
    target: toPath(cut || ".", from),
    ...(kind === "glob" && { pattern: text.slice(cut.length) }),
  }));
}

/** The folders written before the first wildcard. */
const folderOf = (pattern: string): string =>
  pattern.slice(0, pattern.lastIndexOf("/", pattern.search(/[*?[]|[@!+]\(/)) + 1);
