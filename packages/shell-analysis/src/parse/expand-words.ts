import { expand } from "../files/globs.ts";
import type { LookupContext } from "../files/paths.ts";
import { mindsOptions } from "../programs/programs.ts";
import { type Arg, exact } from "./arg.ts";

/** The words of a program with names in place of patterns: as they are judged, and as they are shown. */
export interface Spread {
  readonly judged: readonly Arg[];
  readonly shown: readonly Arg[];
}

/** A pattern with the names that it finds, where they can be looked up. */
export function withNames(arg: Arg, { folders, files }: LookupContext): Arg {
  if (!files || !folders || arg.kind !== "glob" || arg.below || arg.names) return arg;
  const found = folders.map((folder) => expand(arg.text, folder, files));
  return { ...arg, names: found.every((names) => names !== undefined) ? [...new Set(found.flat())] : undefined };
}

/**
 * Put names in place of patterns. A pattern is shown as it was written, unless that leaves open whether one of the names
 * is an option: then with the names where one is, and otherwise so that none can be.
 */
export function spreadPatterns(program: string, args: readonly Arg[], place: LookupContext): Spread {
  const pairs = args.map((arg): Spread => {
    const { names, kind, text, mayBeOption, below } = withNames(arg, place);
    if (below?.isThere && mayBeOption && hasNoDashes(text, place)) {
      const safe = { ...arg, text: `./${text}`, mayBeOption: false };
      return { judged: [safe], shown: [safe] };
    }
    if (kind !== "glob" || !names) return { judged: [arg], shown: [arg] };
    const judged = names.map(exact);
    if (judged.some((word) => word.mayBeOption) || names.includes(text)) return { judged, shown: judged };
    return {
      judged,
      shown: [mayBeOption && mindsOptions(program) ? { ...arg, text: `./${text}`, mayBeOption: false } : arg],
    };
  });
  return { judged: pairs.flatMap(({ judged }) => judged), shown: pairs.flatMap(({ shown }) => shown) };
}

/** Whether none of the names in a folder, with which paths below it begin, is like an option. */
const hasNoDashes = (text: string, { folders, files }: LookupContext): boolean =>
  text === "*" &&
  (folders?.every((folder) => files?.list(files.realPath(folder))?.every(({ name }) => !name.startsWith("-"))) ??
    false);

/** Options of the shell after which patterns find other names. */
export const changesPatterns = (name: string, args: readonly Arg[]): boolean =>
  (name === "shopt" && args.some(({ text, kind }) => kind !== "exact" || text.includes("glob"))) ||
  (name === "set" && args.some(({ text, kind }) => kind !== "exact" || /^([-+]\w*f|noglob$)/.test(text)));
