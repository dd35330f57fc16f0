import type { Effect } from "../analysis.ts";
import { tooMany } from "../files/below.ts";
import { fileEffects, type LookupContext, unresolved } from "../files/paths.ts";
import type { Arg } from "../parse/arg.ts";
import type { Meaning } from "./program.ts";

interface Files {
  readonly read?: readonly Arg[];
  /** What they hold may be replaced. */
  readonly write?: readonly Arg[];
  /** Edited in place. */
  readonly edit?: readonly Arg[];
  /** Written without losing what is there: made, appended to; or the loss is reported elsewhere. */
  readonly modify?: readonly Arg[];
  readonly delete?: readonly Arg[];
}

/**
 * Effects on files that a call names, and what cannot be determined of them. Unknown losses are reported as an effect
 * on everything, except for files that the command itself has just made.
 */
export function touching(
  place: LookupContext,
  files: Files,
): { effects: Effect[]; unknownFiles: string[]; seen: string[] } {
  const effects: Effect[] = [];
  const unknownFiles: string[] = [];
  const seen: string[] = [];
  for (const use of ["read", "write", "edit", "modify", "delete"] as const) {
    const action = use === "modify" || use === "edit" ? "write" : use;
    const replaces = (use === "write" || use === "edit") && { replaces: true };
    for (const arg of files[use] ?? []) {
      const found = fileEffects(action, arg, place);
      if (found === tooMany) seen.push(`it ${action}s more files than can be looked at: ${arg.text}`);
      else if (found) effects.push(...found.map((effect) => ({ ...effect, ...replaces })));
      else unknownFiles.push(`it ${action}s a file that is only known when it runs: ${arg.text}`);
      if ((!found || found === tooMany) && (use === "write" || use === "delete")) effects.push(...unresolved(use, arg));
    }
  }
  return { effects, unknownFiles, seen };
}

/** Names that are deleted without following a link at their end. Only absolute ones tell where they are whatever `cd` did. */
export function removing(
  place: LookupContext,
  args: readonly Arg[],
): { effects: Effect[]; unknownFiles: string[]; seen: string[] } {
  const all = args.map((arg) => {
    const { effects, unknownFiles, seen } = touching(place, { delete: [arg] });
    const isEntry = arg.kind === "exact" && /^(\/(?!\.\.?(\/|$))[^/]+)+$/.test(arg.text);
    return { effects: isEntry ? effects.map((effect) => ({ ...effect, isEntry })) : effects, unknownFiles, seen };
  });
  return {
    effects: all.flatMap(({ effects }) => effects),
    unknownFiles: all.flatMap(({ unknownFiles }) => unknownFiles),
    seen: all.flatMap(({ seen }) => seen),
  };
}

/** Several meanings at once. */
export function both(...meanings: readonly Meaning[]): Meaning {
  return Object.assign({}, ...meanings, {
    effects: meanings.flatMap(({ effects = [] }) => effects),
    unknowns: [...new Set(meanings.flatMap(({ unknowns = [] }) => unknowns))],
    unknownFiles: [...new Set(meanings.flatMap(({ unknownFiles = [] }) => unknownFiles))],
    seen: [...new Set(meanings.flatMap(({ seen = [] }) => seen))],
    brings: meanings.some(({ brings }) => brings),
    risks: meanings.flatMap(({ risks = [] }) => risks),
  });
}

export const here: Arg = { text: ".", kind: "exact", splits: false, mayBeOption: false };

/** Whatever names begin with that of a file: parts and copies that a program makes beside it. */
export const beside = (args: readonly Arg[]): Arg[] =>
  args.map((arg) => ({
    ...arg,
    text: `${arg.text}*`,
    kind: arg.kind === "dynamic" ? "dynamic" : "glob",
    below: {
      hidden: true,
      links: true,
      isFlat: true,
      fits: (path) => path.startsWith(arg.text.slice(arg.text.lastIndexOf("/") + 1)),
      enters: () => false,
    },
  }));

/** Without `-`, which stands for standard input or output. */
export const named = (args: readonly (Arg | undefined)[]): Arg[] =>
  args.filter((arg): arg is Arg => arg !== undefined && arg.text !== "-");

export const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
