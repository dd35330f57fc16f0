import type { Risk } from "../analysis.ts";
import { type Arg, exact } from "../parse/arg.ts";
import { set } from "./_files.ts";
import { risksOf } from "./file-readers.ts";
import { type Program, splitArgs } from "./program.ts";

interface Runner {
  /** Where it is said what the names mean, in the folder it starts in. */
  readonly files: readonly string[];
  /** It looks for them in the folders above, too. */
  readonly upward?: boolean;
  /** Options that make it run something else. */
  readonly risks: string;
  /** Options that make it start in another folder. */
  readonly folders: string;
}

/** How many folders up a file is looked for. */
const levels = 8;

/** A program that runs what a project's file says under a name. */
function runner({ files, upward = false, risks, folders }: Runner): Program {
  const [risky, places] = [set(risks), set(folders)];
  const ups = Array.from({ length: upward ? levels : 1 }, (_, depth) => "../".repeat(depth));
  return ({ args }) => {
    // Behind `--` are words for what it runs.
    const end = args.findIndex(({ text, kind }) => text === "--" && kind === "exact");
    const words = splitArgs(end < 0 ? args : args.slice(0, end), new Set([...risky, ...places]));
    const moves = words.options.filter(({ name }) => places.has(name));
    const below = moves.flatMap(({ value }) => (value && staysBelow(value) ? [value.text] : []));
    const leaves: Risk[] = moves
      .filter(({ value }) => !value || !staysBelow(value))
      .map(({ name, words }) => ({ words, reason: `${name} makes it work elsewhere` }));
    return {
      code: ["", ...below.map((folder) => `${folder}/`)].flatMap((folder) =>
        ups.flatMap((up) => files.map((file) => exact(folder + up + file))),
      ),
      risks: [...risksOf(words, risky), ...leaves],
    };
  };
}

const staysBelow = ({ kind, text }: Arg): boolean =>
  kind === "exact" && !text.startsWith("/") && !text.split("/").includes("..");

const npm = runner({
  files: ["package.json"],
  upward: true,
  risks: "--script-shell --node-options --userconfig --globalconfig --use-node-version",
  folders: "--prefix --dir --cwd -C",
});

/** Programs that run what a file of the project gives a name to. */
export const runners: Readonly<Record<string, Program>> = {
  npm,
  pnpm: npm,
  yarn: npm,
  cargo: runner({ files: ["Cargo.toml", "build.rs"], upward: true, risks: "--config", folders: "-C" }),
  make: runner({
    files: ["GNUmakefile", "makefile", "Makefile"],
    risks: "-f --file --makefile --eval -I --include-dir",
    folders: "-C --directory",
  }),
  just: runner({
    files: ["justfile"],
    upward: true,
    risks: "-f --justfile --shell --shell-arg",
    folders: "-d --working-directory",
  }),
};
