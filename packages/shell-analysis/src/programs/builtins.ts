import { isWithin, type Path, toPath } from "@holdall/tool-core";
import type { Arg } from "../parse/arg.ts";
import { exportReason, variableReason } from "../parse/environment.ts";
import { here, touching } from "./_files.ts";
import { isFile } from "./interpreters.ts";
import { type Call, type Meaning, type Program, splitArgs } from "./program.ts";

const prints: Program = () => ({ helper: true });

const cd: Program = (call) => {
  const target = call.args.find(({ text }) => !/^-[LPe@]*$/.test(text) || text === "-");
  if (!target) return { helper: true, unknownFiles: ["it goes to the home folder"], goesTo: { folders: undefined } };
  if (target.text === "-") return { helper: true, goesTo: { folders: undefined } };
  if (target.kind !== "exact" || target.text === "" || (!call.folders && !target.text.startsWith("/"))) {
    const unknownFiles = ["where it goes is only known when it runs"];
    return { helper: true, unknownFiles, goesTo: { folders: undefined } };
  }
  const { files, folders: starts = ["/" as Path] } = call;
  const isPhysical = call.args.some(({ text }) => /^-\w*P/.test(text));
  if (isPhysical && !files && /\.\.(\/|$)/.test(target.text))
    return {
      helper: true,
      unknownFiles: ["it goes to the parent of where links lead"],
      goesTo: { folders: undefined },
    };
  const folders = starts.map((from) => {
    const written = target.text.startsWith("/") ? target.text : `${from}/${target.text}`;
    return isPhysical && files ? files.realPath(written) : toPath(written);
  });
  // Going down changes nothing that is not judged by itself; leaving is judged as a reading.
  const stays = (folder: Path, i: number) => call.folders?.[i] !== undefined && isWithin(folder, call.folders[i]);
  const leads = files ? folders.map((folder) => files.realPath(folder)) : folders;
  const left = [
    ...(call.folders && folders.every(stays) ? [] : folders),
    ...leads.filter((real, i) => real !== folders[i] && !isWithin(real, files?.realPath(starts[i] ?? "/") ?? real)),
  ];
  return { helper: true, effects: left.map((folder) => ({ action: "read", target: folder })), goesTo: { folders } };
};

/** Text that the shell runs as code later. */
const runsText: Program = ({ args }) =>
  args.every((arg) => arg.kind === "exact")
    ? { scripts: [args.map((arg) => arg.text).join(" ")], ownArgs: 0 }
    : { unknowns: ["it runs text as code that is only known when it runs"] };

const source: Program = (call) => {
  const [script] = call.args;
  const { effects } = touching(call, { read: script ? [script] : [] });
  const reasons = ["it runs the code of another file in this shell"];
  if (!script || !isFile(script)) return { effects, unknowns: reasons };
  return { effects, unknownFiles: reasons, code: [script] };
};

const trap: Program = ({ args: [handler] }) => {
  if (!handler || /^-/.test(handler.text) || handler.text === "") return { helper: true };
  return handler.kind === "exact"
    ? { scripts: [handler.text], ownArgs: 0 }
    : { unknowns: ["it sets a handler that is only known when it runs"] };
};

/** What sets variables by name. A subscript in a name is computed, and what is computed may hold a substitution. */
function byName(call: Call, names: readonly (Arg | undefined)[], changes = true): Meaning {
  const unknowns = names.flatMap((name) => {
    if (!name) return [];
    if (name.kind !== "exact" || !/^[A-Za-z_]\w*(\[\d+\])?$/.test(name.text))
      return ["it sets or looks up a name that may hold code"];
    return changes ? (variableReason(name.text, undefined, call) ?? []) : [];
  });
  return unknowns.length > 0 ? { unknowns } : { helper: true };
}

/** A builtin that sets the variables among its operands, and those that options with these names have for a value. */
const setting =
  (takesValue: string, nameOptions: string, from = 0): Program =>
  (call) => {
    const { operands, options } = splitArgs(call.args, new Set(takesValue.split(" ")));
    const byOption = options.flatMap(({ name, value }) => (nameOptions.split(" ").includes(name) ? [value] : []));
    return byName(call, [...operands.slice(from), ...byOption]);
  };

const mapfile: Program = (call) =>
  call.args.some(({ text, kind }) => kind !== "exact" || text.startsWith("-C"))
    ? { unknowns: ["it may run a command for every line"] }
    : setting("-d -n -O -s -u -c", "")(call);

const printf: Program = (call) => {
  const [first, second] = call.args;
  if (first?.kind !== "exact")
    return first?.mayBeOption ? { unknowns: ["its format may be an option"] } : { helper: true };
  if (!first.text.startsWith("-v")) return { helper: true };
  return byName(call, [first.text === "-v" ? second : { ...first, text: first.text.slice(2) }]);
};

const declare: Program = (call) => {
  const { name, args } = call;
  const turns = /^(declare|typeset|local)$/.test(name) ? /^[-+]\w*[in]/ : /^[-+]\w*i/;
  const has = (letter: RegExp) => args.some(({ text }) => letter.test(text));
  const areFunctions = has(/^-\w*f/);
  const areExported = name === "export" ? !has(/^-\w*n/) : has(/^-\w*x/);
  const unknowns = args.flatMap((arg) => {
    const { text, kind } = arg;
    if (/^[-+]/.test(text))
      return turns.test(text) || kind !== "exact" ? ["it makes a variable compute or name another"] : [];
    const [start, set = "", end] = /^([A-Za-z_]\w*)(\+?=|$)/.exec(text) ?? [];
    if (start === undefined) return ["it sets a name that may hold code"];
    if (areFunctions) return [];
    const value = end === "=" ? { ...arg, text: text.slice(start.length) } : undefined;
    if (areExported) return exportReason(set, value) ?? [];
    return end === "" ? [] : (variableReason(set, value, call) ?? []);
  });
  return unknowns.length > 0 ? { unknowns } : { helper: true };
};

/** `-v` looks up a name, and what is not quoted may bring it in. */
const test: Program = (call) => {
  const { args } = call;
  const words = args.filter(({ text }, i) => !(text === "!" && i === 0) && !(text === "]" && i === args.length - 1));
  const looksUp = words.flatMap(({ text, kind }, i) =>
    kind === "exact" && /^-[vR]$/.test(text) ? [words[i + 1]] : [],
  );
  const isLoose = ({ kind, splits, isInteger }: Arg) => kind === "dynamic" && splits && !isInteger;
  if (words.some(isLoose) || (words.length === 2 && words[0]?.kind === "dynamic"))
    return { unknowns: ["its operand is not quoted and may be an operator"] };
  return byName(call, looksUp, false);
};

const hash: Program = ({ args }) =>
  args.some(({ text, kind }) => kind !== "exact" || /^-\w*p/.test(text))
    ? { unknowns: ["it gives a name another program"] }
    : { helper: true };

/** It prints the time, or files' times, or the dates that are in a file; and it can set the clock. */
const date: Program = (call) => {
  const { operands, options } = splitArgs(call.args, new Set("-d --date -f --file -r --reference -s --set".split(" ")));
  const given = (short: string, long: string) =>
    options.flatMap(({ name, value }) => (name === short || name === long ? [value ?? here] : []));
  const sets =
    given("-s", "--set").length > 0 || operands.some(({ text, kind }) => kind !== "exact" || !text.startsWith("+"));
  const { effects, unknownFiles } = touching(call, { read: [...given("-f", "--file"), ...given("-r", "--reference")] });
  return sets
    ? { effects, unknownFiles: [...unknownFiles, "it may set the clock"] }
    : { helper: true, effects, unknownFiles };
};

const jobs: Program = ({ args }) =>
  args.some(({ text, kind }) => kind !== "exact" || /^-\w*x/.test(text))
    ? { unknowns: ["it may start its arguments as a program"] }
    : { helper: true };

const compute: Program = (call) =>
  call.args.every(({ text, kind }) => kind === "exact" && /^\w+\s*=\s*-?\d+$/.test(text))
    ? byName(
        call,
        call.args.map((arg) => ({ ...arg, text: arg.text.slice(0, arg.text.search(/\s*=/)) })),
      )
    : { unknowns: ["it computes with what may hold code"] };

/** Options that hand all variables on, take assignments from anywhere, or follow links in `cd`. */
const setOptions: Program = ({ args }) => {
  const end = args.findIndex(({ text, kind }) => text === "--" && kind === "exact");
  const changes = args
    .slice(0, end < 0 ? undefined : end)
    .some(({ text, kind }) => kind !== "exact" || /^-\w*[akP]|^(allexport|keyword|physical)$/.test(text));
  return changes
    ? { unknowns: ["it changes the environment or the redirections of later programs"] }
    : { helper: true };
};

/** Builtins that only change the shell's own state, or print; those that can run code otherwise are not here. */
const plain =
  "echo true false : exit return break continue shift times " +
  "pwd dirs type which ulimit umask sleep seq basename dirname shopt";

export const builtins: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(plain.split(" ").map((name) => [name, prints])),
  set: setOptions,
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
  enable: () => ({ unknowns: ["it changes the builtin commands of the shell"] }),
  complete: () => ({ unknowns: ["it registers code with the shell"] }),
  compgen: () => ({ unknowns: ["it may run the code that it is given"] }),
  fc: () => ({ unknowns: ["it may run earlier commands"] }),
  bind: () => ({ unknowns: ["it registers code with the shell"] }),
  pwd: () => ({ helper: true, prints: [here] }),
};
