import { isWithin } from "@holdall/tool-core";
import type { Arg } from "../_arg.ts";
import { changesPrograms } from "../_environment.ts";
import { fileEffects } from "../_paths.ts";
import { type Meaning, type Program, splitArgs } from "../_program.ts";
import { here, touching } from "./_files.ts";

const prints: Program = () => ({ helper: true });

const cd: Program = (call) => {
  const target = call.args.find(({ text }) => !/^-[LPe@]*$/.test(text) || text === "-");
  if (!target) return { helper: true, unknowns: ["it goes to the home folder"], goesTo: { folders: undefined } };
  if (target.text === "-") return { helper: true, goesTo: { folders: undefined } };
  const found = target.kind === "exact" ? fileEffects("read", target, call.folders) : undefined;
  if (!found) {
    const unknowns = ["where it goes is only known when it runs"];
    return { helper: true, unknowns, goesTo: { folders: undefined } };
  }
  const folders = found.map((effect) => effect.target as NonNullable<typeof call.folders>[number]);
  // Going down changes nothing that is not judged by itself; leaving is judged as a reading.
  const stays = call.folders?.every((from, i) => folders[i] !== undefined && isWithin(folders[i], from));
  return { helper: true, effects: stays ? [] : found, goesTo: { folders } };
};

/** Text that the shell runs as code when it is told. */
const runsText: Program = ({ args }) =>
  args.every((arg) => arg.kind === "exact")
    ? { scripts: [args.map((arg) => arg.text).join(" ")] }
    : { unknowns: ["it runs text as code that is only known when it runs"] };

const source: Program = (call) => {
  const { effects } = touching(call, { read: call.args.slice(0, 1) });
  return { effects, unknowns: ["it runs the code of another file in this shell"] };
};

const trap: Program = ({ args: [handler] }) => {
  if (!handler || /^-/.test(handler.text) || handler.text === "") return { helper: true };
  return handler.kind === "exact"
    ? { scripts: [handler.text] }
    : { unknowns: ["it sets a handler that is only known when it runs"] };
};

/** What sets variables by name. A subscript in a name is computed, and what is computed may hold a substitution. */
function byName(names: readonly (Arg | undefined)[], changes = true): Meaning {
  const unknowns = names.flatMap((name) => {
    if (!name) return [];
    if (name.kind !== "exact" || !/^[A-Za-z_]\w*(\[\d+\])?$/.test(name.text))
      return ["it sets or looks up a name that may hold code"];
    return changes && changesPrograms(name.text) ? [`it sets ${name.text}, which changes what programs do`] : [];
  });
  return unknowns.length > 0 ? { unknowns } : { helper: true };
}

/** A builtin that sets the variables among its operands, and those that options with these names have for a value. */
const setting =
  (takesValue: string, nameOptions: string, from = 0): Program =>
  ({ args }) => {
    const { operands, options } = splitArgs(args, new Set(takesValue.split(" ")));
    const byOption = options.flatMap(({ name, value }) => (nameOptions.split(" ").includes(name) ? [value] : []));
    return byName([...operands.slice(from), ...byOption]);
  };

const mapfile: Program = (call) =>
  call.args.some(({ text, kind }) => kind !== "exact" || text.startsWith("-C"))
    ? { unknowns: ["it may call what it is given for every line"] }
    : setting("-d -n -O -s -u -c", "")(call);

const printf: Program = ({ args: [first, second] }) => {
  if (first?.kind !== "exact")
    return first?.mayBeOption ? { unknowns: ["its format may be an option"] } : { helper: true };
  if (!first.text.startsWith("-v")) return { helper: true };
  return byName([first.text === "-v" ? second : { ...first, text: first.text.slice(2) }]);
};

const declare: Program = ({ name, args }) => {
  const turns = /^(declare|typeset|local)$/.test(name) ? /^[-+]\w*[in]/ : /^[-+]\w*i/;
  const unknowns = args.flatMap(({ text, kind }) => {
    if (/^[-+]/.test(text))
      return turns.test(text) || kind !== "exact" ? ["it makes a variable compute or name another"] : [];
    const [, set = "", value] = /^([A-Za-z_]\w*)(\+?=|$)/.exec(text) ?? [];
    if (set === "") return ["it sets a name that may hold code"];
    return value !== "" && changesPrograms(set) ? [`it sets ${set}, which changes what programs do`] : [];
  });
  return unknowns.length > 0 ? { unknowns } : { helper: true };
};

/** `-v` looks up a name, and what is not quoted may bring it in. */
const test: Program = ({ args }) => {
  const words = args.filter(({ text }, i) => !(text === "!" && i === 0) && !(text === "]" && i === args.length - 1));
  const looksUp = words.flatMap(({ text, kind }, i) =>
    kind === "exact" && /^-[vR]$/.test(text) ? [words[i + 1]] : [],
  );
  const isLoose = ({ kind, splits, isInteger }: Arg) => kind === "dynamic" && splits && !isInteger;
  if (words.some(isLoose) || (words.length === 2 && words[0]?.kind === "dynamic"))
    return { unknowns: ["what it tests is not quoted, and may be an operator"] };
  return byName(looksUp, false);
};

const hash: Program = ({ args }) =>
  args.some(({ text, kind }) => kind !== "exact" || /^-\w*p/.test(text))
    ? { unknowns: ["it gives a name another program"] }
    : { helper: true };

/** It prints the time, or files' times, or the dates that stand in a file; and it can set the clock. */
const date: Program = (call) => {
  const { operands, options } = splitArgs(call.args, new Set("-d --date -f --file -r --reference -s --set".split(" ")));
  const given = (short: string, long: string) =>
    options.flatMap(({ name, value }) => (name === short || name === long ? [value ?? here] : []));
  const sets =
    given("-s", "--set").length > 0 || operands.some(({ text, kind }) => kind !== "exact" || !text.startsWith("+"));
  const { effects, unknowns } = touching(call, { read: [...given("-f", "--file"), ...given("-r", "--reference")] });
  return sets ? { effects, unknowns: [...unknowns, "it may set the clock"] } : { helper: true, effects, unknowns };
};

const jobs: Program = ({ args }) =>
  args.some(({ text, kind }) => kind !== "exact" || /^-\w*x/.test(text))
    ? { unknowns: ["it may start what it is given"] }
    : { helper: true };

const compute: Program = ({ args }) =>
  args.every(({ text, kind }) => kind === "exact" && /^\w+\s*=\s*-?\d+$/.test(text))
    ? byName(args.map((arg) => ({ ...arg, text: arg.text.slice(0, arg.text.search(/\s*=/)) })))
    : { unknowns: ["it computes with what may hold code"] };

/** Builtins that only change the shell's own state, or print; those that can run code otherwise are not here. */
const plain =
  "echo true false : exit return break continue shift times " +
  "pwd dirs type ulimit umask sleep seq basename dirname set shopt";

export const builtins: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(plain.split(" ").map((name) => [name, prints])),
  printf,
  test,
  "[": test,
  let: compute,
  date,
  jobs,
  hash,
  mapfile,
  readarray: mapfile,
  declare,
  typeset: declare,
  local: declare,
  export: declare,
  readonly: declare,
  read: setting("-a -d -i -n -N -p -t -u", "-a"),
  wait: setting("-p", "-p", Number.POSITIVE_INFINITY),
  getopts: setting("", "", 1),
  unset: setting("", ""),
  cd,
  pushd: (call) => ({ ...cd(call), goesTo: { folders: undefined } }),
  popd: () => ({ helper: true, goesTo: { folders: undefined } }),
  eval: runsText,
  source,
  ".": source,
  trap,
  alias: ({ args }) => (args.length > 0 ? { unknowns: ["it gives commands other names"] } : { helper: true }),
  enable: () => ({ unknowns: ["it changes what the shell's own commands are"] }),
  complete: () => ({ unknowns: ["it registers code with the shell"] }),
  bind: () => ({ unknowns: ["it registers code with the shell"] }),
  pwd: () => ({ helper: true, prints: [here] }),
};
