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
  /** Other options whose value is the next word. */
  readonly values?: string;
  /** First words after which it runs something else than the file names, or changes what it will run. */
  readonly commands?: string;
  /** All first words that are its own. Any other may be an alias of the user, or a program. */
  readonly own?: string;
  /** `NAME=value` changes what it runs. */
  readonly takesVariables?: boolean;
}

/** How many folders up a file is looked for. */
const levels = 8;

/** A program that runs what a project's file says under a name. */
function runner({ files, upward = false, risks, folders, values = "", ...words }: Runner): Program {
  const [risky, places] = [set(risks), set(folders)];
  const ups = Array.from({ length: upward ? levels : 1 }, (_, depth) => "../".repeat(depth));
  return ({ args }) => {
    // Behind `--` are words for what it runs.
    const end = args.findIndex(({ text, kind }) => text === "--" && kind === "exact");
    const given = splitArgs(end < 0 ? args : args.slice(0, end), new Set([...risky, ...places, ...set(values)]));
    const moves = given.options.filter(({ name }) => places.has(name));
    const below = moves.flatMap(({ value }) => (value && staysBelow(value) ? [value.text] : []));
    const leaves: Risk[] = moves
      .filter(({ value }) => !value || !staysBelow(value))
      .map(({ name, words }) => ({ words, reason: `${name} makes it work elsewhere`, startsNothing: true }));
    return {
      code: ["", ...below.map((folder) => `${folder}/`)].flatMap((folder) =>
        ups.flatMap((up) => files.map((file) => exact(folder + up + file))),
      ),
      risks: [...risksOf(given, risky), ...leaves, ...wordRisks(given.operands, words)],
    };
  };
}

/** What operands add: another toolchain, a variable whose value may name a program, a command that runs something else. */
function wordRisks(
  operands: readonly Arg[],
  { commands = "", own, takesVariables }: Pick<Runner, "commands" | "own" | "takesVariables">,
): Risk[] {
  const [first] = operands.filter(({ text }) => !text.startsWith("+"));
  const toolchains = operands[0]?.text.startsWith("+") ? [operands[0]] : [];
  const isFirst = first !== undefined && (set(commands).has(first.text) || (own && !set(own).has(first.text)));
  return [
    ...toolchains.map(({ text }) => ({ words: [text], reason: `${text} makes it run another program` })),
    ...operands
      .filter(({ text }) => takesVariables && /^[^=]+=/.test(text) && !/=(\d+|yes|no|true|false|on|off)?$/i.test(text))
      .map(({ text }) => ({ words: [text], reason: `${text} may change which programs it runs` })),
    ...(isFirst ? [{ words: [first.text], reason: `${first.text} may run another program` }] : []),
  ];
}

const staysBelow = ({ kind, text }: Arg): boolean =>
  kind === "exact" && !text.startsWith("/") && !text.split("/").includes("..");

const npm = runner({
  files: ["package.json"],
  upward: true,
  risks:
    "--script-shell --node-options --userconfig --globalconfig --use-node-version --call -c --git --shell --editor --viewer --node-gyp " +
    "--registry --cache --logs-dir --pack-destination --init-module --proxy --https-proxy --use-yarnrc --modules-folder --global -g " +
    "--location -L --scripts-prepend-node-path --which --otp --auth-type --provenance-file --config",
  folders: "--prefix --dir --cwd -C",
  values:
    "--workspace -w --loglevel --tag --scope --omit --include --depth --access --message -m --package --filter -F",
  commands: "exec x dlx explore config c set edit create init innit node env pkg",
});

const pip = runner({
  files: [],
  risks:
    "--python --log --proxy -i --index-url --extra-index-url -f --find-links --cache-dir --trusted-host --cert --client-cert -t --target " +
    "--prefix --root --src --config-settings -C -e --editable -r --requirement -c --constraint --path --report",
  folders: "",
  commands: "config download wheel",
});

const make = runner({
  files: ["GNUmakefile", "makefile", "Makefile"],
  risks: "-f --file --makefile --eval -E -I --include-dir -e --environment-overrides",
  folders: "-C --directory",
  values: "-j -l -o -W --old-file --what-if --new-file --assume-old --assume-new",
  takesVariables: true,
});

/** Programs that run what a file of the project gives a name to. */
export const runners: Readonly<Record<string, Program>> = {
  npm,
  pnpm: npm,
  yarn: npm,
  pip,
  pip3: pip,
  cargo: runner({
    files: ["Cargo.toml", "build.rs"],
    upward: true,
    risks: "--config -Z --target-dir --out-dir --artifact-dir --registry --index --root --path --git",
    folders: "-C --manifest-path",
    own:
      "add bench b build c check clean clippy config d doc fetch fix fmt generate-lockfile help info init install locate-project login " +
      "logout metadata miri new owner package pkgid publish r rm remove run rustc rustdoc search t test tree uninstall update vendor " +
      "version yank report read-manifest verify-project",
  }),
  make,
  gmake: make,
  remake: make,
  just: runner({
    files: ["justfile"],
    upward: true,
    risks: "-f --justfile --shell --shell-arg --set -c --command --chooser --dotenv-path --dotenv-filename -E",
    folders: "-d --working-directory",
    takesVariables: true,
  }),
};
