import type { Path } from "@holdall/tool-core";
import type { Effect } from "../analysis.ts";
import { walk } from "../files/below.ts";
import type { CommandFiles } from "../files/command-files.ts";
import { absolute, folderOf, type LookupContext, pathEffects, pathOfLink } from "../files/paths.ts";
import type { Arg } from "../parse/arg.ts";
import { named, touching } from "./_files.ts";
import type { Meaning } from "./program.ts";

/** How a program copies or moves things. */
export interface Copying {
  /** Folders go with all that is in them. */
  readonly recursive?: boolean;
  /** Links are copied as what they lead to. */
  readonly follows?: boolean;
  /** Links are copied as links, also those that are named. */
  readonly keepsLinks?: boolean;
  /** The target is a folder to put things into (`in`), the new name itself (`as`), or what is there decides. */
  readonly target?: "in" | "as" | undefined;
  /** The whole path of a source is made again below the target. */
  readonly parents?: boolean;
  /** `a/` stands for what is in `a`. */
  readonly slashMeansContent?: boolean;
}

/** Entries of a folder that are named one by one when it is copied. */
const maxEntries = 1000;

/** What is written where sources land, name by name: a folder that is copied onto another one fills it. */
export function landing(place: LookupContext, sources: readonly Arg[], target: Arg | undefined, how: Copying): Meaning {
  if (target === undefined) return {};
  const written = touching(place, { modify: named([target]) });
  if (target.kind !== "exact" || !place.folders) return written;
  const effects: Effect[] = [];
  const seen: string[] = [];
  let brings = false;
  for (const from of place.folders) {
    for (const source of sources) {
      if (source.below) seen.push(`which names it puts into ${target.text} is only known when it runs`);
      for (const path of source.kind === "dynamic"
        ? []
        : landingPaths(source, target, how, sources.length, from, place.files)) {
        const isPattern = source.kind === "glob" && !source.below;
        const arg = {
          ...source,
          text: path,
          kind: isPattern ? ("glob" as const) : ("exact" as const),
          names: undefined,
        };
        effects.push(
          ...touching({ folders: [from], files: isPattern ? undefined : place.files }, { modify: [arg] }).effects,
        );
        if (isPattern || source.below || (!how.recursive && !how.follows && !how.keepsLinks)) continue;
        const inside = place.files ? copied(source.text, path, from, place.files, how) : assumed(path, from, how);
        effects.push(...inside.effects);
        seen.push(...inside.seen);
        brings ||= inside.brings;
      }
    }
  }
  return {
    effects: [...written.effects, ...effects],
    unknownFiles: written.unknownFiles,
    seen: [...written.seen, ...seen],
    brings,
  };
}

/** The paths that a source may get; several if the target cannot be inspected. */
function landingPaths(
  { text, kind }: Arg,
  target: Arg,
  { target: as, parents, slashMeansContent }: Copying,
  count: number,
  from: Path,
  files: CommandFiles | undefined,
): string[] {
  const plain = text.replace(/\/+$/, "");
  const last = kind === "glob" ? text.slice(folderOf(text).length) : plain.slice(plain.lastIndexOf("/") + 1);
  const isContent = /^\.{0,2}$/.test(last) || (slashMeansContent && text.endsWith("/"));
  const name = parents ? plain.replace(/^(\.{0,2}\/)+/, "") : last;
  const inside = isContent && !parents ? target.text : `${target.text.replace(/\/+$/, "")}/${name}`;
  if (as === "as") return [target.text];
  if (as === "in" || count > 1 || parents || /(^|\/)(\.{1,2})?\/?$/.test(target.text)) return [inside];
  if (!files) return [target.text, inside];
  const there = files.kindOf(files.realPath(absolute(target.text, from)));
  return there === "folder" ? [inside] : there === "other" ? [target.text, inside] : [target.text];
}

interface Inside {
  readonly effects: readonly Effect[];
  readonly seen: readonly string[];
  readonly brings: boolean;
}

/** The content of a source that is a folder. */
function copied(
  source: string,
  path: string,
  from: Path,
  files: CommandFiles,
  { recursive, follows, keepsLinks }: Copying,
): Inside {
  const effects: Effect[] = [];
  const isLink = files.kindOf(pathOfLink(source, from, files)) === "link";
  if (isLink && !follows) return { effects, seen: [], brings: recursive === true || keepsLinks === true };
  const folder = files.realPath(absolute(source, from));
  if (!recursive || files.kindOf(folder) !== "folder") return { effects, seen: [], brings: false };
  let brings = false;
  let leadsOn = false;
  const complete = walk(
    folder,
    files,
    (entry, inside) => {
      effects.push(...pathEffects("write", `${path}/${inside}`, from, files));
      if (entry.kind === "link" && follows) effects.push(...pathEffects("read", `${folder}/${inside}`, from, files));
      brings ||= entry.kind === "link" && !follows;
      leadsOn ||= entry.kind === "link" && files.kindOf(files.realPath(`${folder}/${inside}`)) === "folder";
      return "enter";
    },
    maxEntries,
  );
  const isSeen = complete && !(leadsOn && follows);
  return { effects, seen: isSeen ? [] : [`what lies in ${source} is more than can be looked at`], brings };
}

/** If it cannot be inspected, a folder may contain a repository. */
const assumed = (path: string, from: Path, { recursive }: Copying): Inside => ({
  effects: recursive ? pathEffects("write", `${path}/.git`, from, undefined) : [],
  seen: [],
  brings: false,
});
