import { fileEffects } from "./_paths.ts";
import type { Call, Meaning, Program } from "./_program.ts";
import { builtins } from "./programs/builtins.ts";
import { fileMakers } from "./programs/file-makers.ts";
import { fileReaders } from "./programs/file-readers.ts";
import { git } from "./programs/git.ts";
import { interpreters } from "./programs/interpreters.ts";
import { network } from "./programs/network.ts";
import { wrappers } from "./programs/wrappers.ts";

const programs = new Map<string, Program>(
  Object.entries({ ...builtins, ...fileReaders, ...fileMakers, ...interpreters, ...network, ...wrappers, git }),
);

/** Whether calls of this name are taken for what a known program does. */
export const isKnown = (name: string): boolean => programs.has(name);

/** What a call does. A program that is not known starts itself, and that is all that can be said. */
export function meaningOf(call: Call): Meaning {
  const program = programs.get(baseName(call.name));
  const meaning = program?.(call) ?? {};
  const own = call.name.includes("/")
    ? fileEffects("read", { text: call.name, kind: "exact", splits: false, mayBeOption: false }, call.folders)
    : [];
  const loose = meaning.helper && call.name.includes("/") ? { helper: false } : {};
  const unsure = surprises(call, meaning);
  return {
    ...meaning,
    ...loose,
    effects: [...(own ?? []), ...(meaning.effects ?? [])],
    unknowns: [...(meaning.unknowns ?? []), ...(unsure ? [unsure] : [])],
  };
}

/** A program named by its path is judged as the program of that name; rules see the path. */
const baseName = (name: string) => name.slice(name.lastIndexOf("/") + 1);

/** Words that come in only at run time may bring options that nobody has looked at. */
function surprises({ args }: Call, { helper }: Meaning): string | undefined {
  if (helper || !args.some((arg) => arg.kind === "dynamic" && arg.mayBeOption)) return undefined;
  return "one of its arguments is only known when it runs, and may be an option";
}
