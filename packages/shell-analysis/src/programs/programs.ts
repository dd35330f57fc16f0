import { isWithin, type Path } from "@holdall/tool-core";
import type { Effect, Risk } from "../analysis.ts";
import { fileEffects } from "../files/paths.ts";
import { type Arg, exact } from "../parse/arg.ts";
import { touching } from "./_files.ts";
import { builtins } from "./builtins.ts";
import { fileMakers } from "./file-makers.ts";
import { fileReaders } from "./file-readers.ts";
import { git, subcommandOf } from "./git.ts";
import { interpreters } from "./interpreters.ts";
import { network } from "./network.ts";
import type { Call, Meaning, Program } from "./program.ts";
import { runners } from "./runners.ts";
import { loader, wrappers } from "./wrappers.ts";

const programs = new Map<string, Program>(
  Object.entries({
    ...builtins,
    ...fileReaders,
    ...fileMakers,
    ...interpreters,
    ...network,
    ...runners,
    ...wrappers,
    git,
  }),
);

/** `python3.12` is a `python3`, and the dynamic loader goes by many names. Others are known by their exact name alone. */
function programOf(name: string): Program | undefined {
  const base = baseName(name);
  const versioned = /^([a-z]+\d?)[-.]?\d[\d.]*$/.exec(base)?.[1] ?? "";
  if (/^ld(-[\w.-]+)?\.so(\.\d+)*$/.test(base)) return loader;
  return programs.get(base) ?? (Object.hasOwn(interpreters, versioned) ? interpreters[versioned] : undefined);
}

/** Whether calls of this name are taken for what a known program does. */
export const isKnown = (name: string): boolean => programOf(name) !== undefined;

/** Whether it is known what words mean to a program: none of them is a program that it starts without saying so. */
export function knowsWords(name: string): boolean {
  const base = baseName(name);
  return isKnown(name) && ![runners, interpreters].some((table) => Object.hasOwn(table, base)) && base !== "ssh";
}

/** What a call does. A program that is not known starts itself, and that is all that can be said. */
export function meaningOf(call: Call): Meaning {
  const meaning = programOf(call.name)?.(call) ?? {};
  const own = call.name.includes("/")
    ? touching(call, { read: [{ text: call.name, kind: "exact", splits: false, mayBeOption: false }] }).effects
    : [];
  const loose = meaning.helper && call.name.includes("/") ? { helper: false } : {};
  const unsure = surprises(call, meaning);
  return {
    ...meaning,
    ...loose,
    effects: [...own, ...(meaning.effects ?? [])],
    ...(unsure && isClosed(call)
      ? { unknownFiles: [...(meaning.unknownFiles ?? []), unsure] }
      : { unknowns: [...(meaning.unknowns ?? []), ...(unsure ? [unsure] : [])] }),
    risks: [...(meaning.risks ?? []), ...looseNames(call)],
  };
}

/** The files that may hold what a call runs. Any word may name one to a program that is not known, or that has a risk. */
export function codeOf({ name, args, folders }: Call, { code = [], risks = [] }: Meaning): Path[] {
  const isOpen = !isKnown(name) || risks.length > 0;
  const own: Arg[] = name.includes("/") ? [exact(name)] : [];
  const words = isOpen ? args.map((arg) => ({ ...arg, text: arg.text.replace(/^-[^=]*=/, "") })) : code;
  const files = [...own, ...words].filter(({ kind, text }) => kind === "exact" && !/^-|^$|\0/.test(text));
  return [
    ...new Set(
      files.flatMap((arg) => {
        const effects = fileEffects("read", arg, { folders });
        return typeof effects === "object" ? effects.map(({ target }) => target as Path) : [];
      }),
    ),
  ];
}

/** Whether options that a file's name may bring in change what a program does, beyond what it prints. */
export const mindsOptions = (name: string): boolean => !careless.has(baseName(name));

/** Names that a pattern finds, or that come from input, are options where they begin with a dash. */
function looseNames(call: Call): Risk[] {
  const { name, args } = call;
  if (!mindsOptions(name)) return [];
  const end = isKnown(name) ? args.findIndex(({ text, kind }) => text === "--" && kind === "exact") : -1;
  return args
    .slice(0, end < 0 ? undefined : end)
    .filter(({ kind, mayBeOption }) => kind === "glob" && mayBeOption)
    .map(({ text }) => ({
      words: [text],
      reason: `a name that ${text} stands for may be an option; ./${text} never is`,
      ...(isClosed(call) && { startsNothing: true }),
    }));
}

/** Whether a call runs a file by its own path, or as a script, that one of these effects may have written. */
export function runsAnyOf({ name, folders }: Call, { code = [] }: Meaning, effects: readonly Effect[]): boolean {
  const written = effects.flatMap(({ action, target }) => (action === "write" ? [target as Path] : []));
  const own = [...(name.includes("/") ? [exact(name)] : []), ...code].filter(({ text }) => !text.includes("\0"));
  if (written.length === 0 || own.length === 0) return false;
  return own.some((arg) => {
    const found = fileEffects("read", arg, { folders });
    return typeof found === "object" && found.some(({ target }) => written.some((to) => isWithin(target as Path, to)));
  });
}

/** Programs that start others: the words behind them are judged with the program that they are for. */
export const isWrapper = (name: string): boolean =>
  Object.hasOwn(wrappers, baseName(name)) || programOf(name) === loader;

/** Whatever their options are, these read what they are given, and print. */
const careless = new Set(
  (
    "echo true false : test [ cat head tail wc cut tr nl tac rev column fold paste comm cmp seq basename dirname ls du df stat " +
    "readlink realpath md5sum sha1sum sha256sum cksum od hexdump strings base64 grep egrep fgrep sleep cd"
  ).split(" "),
);

/** Whether none of its options makes a program start another one. */
function isClosed(call: Call): boolean {
  const name = baseName(call.name);
  return name === "git" ? closedGit.has(subcommandOf(call).subcommand?.text ?? "") : closed.has(name);
}

const closed = new Set([
  ...careless,
  ..."rm rmdir mkdir touch cp mv ln chmod chown chgrp tee unlink jq diff tree trash shred truncate mkfifo mktemp".split(
    " ",
  ),
  ..."dd gzip gunzip xz bzip2 zstd printf read export local declare typeset readonly unset unzip curl ping dig".split(
    " ",
  ),
]);

const closedGit = new Set(
  (
    "add branch commit checkout switch restore reset status stash show log diff tag rm mv blame describe ls-files rev-parse " +
    "cherry-pick revert merge-base"
  ).split(" "),
);

/** A program named by its path is judged as the program of that name; rules see the path. */
const baseName = (name: string) => name.slice(name.lastIndexOf("/") + 1);

/** Words that come in only at run time may bring options that are unknown. */
function surprises({ args }: Call, { helper }: Meaning): string | undefined {
  if (helper || !args.some((arg) => arg.kind === "dynamic" && arg.mayBeOption)) return undefined;
  return "one of its arguments is only known when it runs, and may be an option";
}
