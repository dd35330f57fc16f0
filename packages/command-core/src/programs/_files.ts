import type { Arg } from "../_arg.ts";
import { fileEffects } from "../_paths.ts";
import type { Call, Meaning } from "../_program.ts";
import type { Effect } from "../analysis.ts";

/** Effects on files that a call names, and what cannot be told of them. */
export function touching(
  call: Call,
  files: { readonly read?: readonly Arg[]; readonly write?: readonly Arg[]; readonly delete?: readonly Arg[] },
): { effects: Effect[]; unknowns: string[] } {
  const effects: Effect[] = [];
  const unknowns: string[] = [];
  for (const action of ["read", "write", "delete"] as const) {
    for (const arg of files[action] ?? []) {
      const found = fileEffects(action, arg, call.folders);
      if (found) effects.push(...found);
      else unknowns.push(`it ${action}s a file that is only known when it runs: ${arg.text}`);
    }
  }
  return { effects, unknowns };
}

/** Several meanings at once. */
export function both(...meanings: readonly Meaning[]): Meaning {
  return Object.assign({}, ...meanings, {
    effects: meanings.flatMap(({ effects = [] }) => effects),
    unknowns: meanings.flatMap(({ unknowns = [] }) => unknowns),
    risks: meanings.flatMap(({ risks = [] }) => risks),
  });
}

export const here: Arg = { text: ".", kind: "exact", splits: false, mayBeOption: false };

/** Whatever names begin with that of a file: parts and copies that a program makes beside it. */
export const beside = (args: readonly Arg[]): Arg[] =>
  args.map((arg) => ({ ...arg, text: `${arg.text}*`, kind: arg.kind === "dynamic" ? "dynamic" : "glob" }));

/** Without `-`, which is standard input or output. */
export const named = (args: readonly (Arg | undefined)[]): Arg[] =>
  args.filter((arg): arg is Arg => arg !== undefined && arg.text !== "-");

export const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
