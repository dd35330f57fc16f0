import { type Arg, anything } from "../_arg.ts";
import { changesPrograms } from "../_environment.ts";
import type { Meaning, Program } from "../_program.ts";
import { set } from "./_files.ts";

/** The options before a program that another one starts. */
interface Before {
  /** Those whose value is attached, or the next word. */
  readonly values?: string;
  /** Those whose value is attached, or missing. */
  readonly optional?: string;
  readonly flags?: string;
  /** Words between the options and the program: a duration, a user. */
  readonly skip?: number;
}

/** Without a doubt about where the program begins it would be another that is judged than the one that runs. */
const unsure = "which word of it is the program is not certain";

/** A program that starts the one behind its own options. */
function wrapper({ risk, skip = 0, ...before }: Before & { readonly risk?: string }): Program {
  return ({ args, piped }) => {
    const { rest, isSure } = behindOptions(args, before);
    const unknowns = [...(risk ? [risk] : []), ...(isSure ? [] : [unsure])];
    const program = rest.slice(skip);
    if (program.length > 0) return { runs: [{ args: program, wrapper: true, ...(piped && { piped }) }], unknowns };
    return risk ? { risks: [{ words: [], reason: risk }], unknowns } : { helper: true, unknowns };
  };
}

/** What stands behind options, read as getopt does up to the first word that is none. Options that are not known leave it open. */
function behindOptions(args: readonly Arg[], { values = "", optional = "", flags = "" }: Before) {
  const [takesValue, mayTake, plain] = [set(values), set(optional), set(flags)];
  let isSure = true;
  let at = 0;
  for (; at < args.length; at++) {
    const { text = "", kind, splits } = args[at] ?? {};
    if (kind === "dynamic" && (splits || args[at]?.mayBeOption)) isSure = false;
    if (text === "--" && kind === "exact") return { rest: args.slice(at + 1), isSure };
    if (!text.startsWith("-") || text === "-") break;
    if (text.startsWith("--")) {
      const [name = ""] = text.split("=", 1);
      if (takesValue.has(name)) at += text === name ? 1 : 0;
      else isSure &&= plain.has(name) || mayTake.has(name);
      continue;
    }
    for (let i = 1; i < text.length; i++) {
      const letter = `-${text[i]}`;
      if (takesValue.has(letter)) at += i === text.length - 1 ? 1 : 0;
      if (takesValue.has(letter) || mayTake.has(letter)) break;
      isSure &&= plain.has(letter);
    }
  }
  return { rest: args.slice(at), isSure };
}

/** `env A=b -i program`: what is set is judged as an assignment. */
const env: Program = ({ args, piped }) => {
  const { rest: behind, isSure } = behindOptions(args, {
    values: "-u --unset",
    flags: "-i -0 -v --ignore-environment --null --debug",
  });
  const unknowns = isSure
    ? []
    : ["env splits text into a command, starts it elsewhere, or has an option that is not known"];
  let rest = behind[0]?.text === "-" ? behind.slice(1) : behind;
  for (; rest[0] && /^\w+=/.test(rest[0].text); rest = rest.slice(1)) {
    const name = rest[0].text.split("=")[0] ?? "";
    if (changesPrograms(name)) unknowns.push(`it sets ${name}, which changes what programs do`);
  }
  if (rest.length === 0) return { unknowns };
  return { unknowns, runs: [{ args: rest, wrapper: true, ...(piped && { piped }) }] };
};

/** `xargs program`: its input becomes arguments, which are known as far as what comes before in the pipe prints paths. */
const xargs: Program = ({ args, piped }): Meaning => {
  const { rest, isSure } = behindOptions(args, {
    values: "-I -n -L -P -s -d -E -a --arg-file --max-args --max-procs --max-chars --delimiter --process-slot-var",
    optional: "-i -e -l --replace --eof --max-lines",
    flags: "-0 -t -p -r -x -o --null --verbose --interactive --no-run-if-empty --exit --open-tty",
  });
  const mark = replaced(args.slice(0, args.length - rest.length));
  const program =
    rest.length > 0 ? rest : [{ ...anything("echo"), kind: "exact" as const, splits: false, mayBeOption: false }];
  // Names that begin with a dash are options to most programs; those of `find x` and `git ls-files` rarely do, but may.
  const input = piped?.every(({ kind }) => kind !== "dynamic")
    ? piped.map((arg) => ({ ...arg, mayBeOption: false }))
    : [anything("(its input)")];
  const filled = mark
    ? program.flatMap((arg) =>
        arg.text === mark
          ? input
          : arg.text.includes(mark)
            ? [{ ...anything(arg.text), mayBeOption: arg.mayBeOption }]
            : [arg],
      )
    : [...program, ...input];
  return { runs: [{ args: filled, wrapper: true }], unknowns: isSure ? [] : [unsure] };
};

/** What `-I {}`, `-I{}`, `-0I {}`, `-i`, `-i{}`, `--replace` or `--replace={}` put the input in place of. */
function replaced(options: readonly Arg[]): string | undefined {
  const at = options.findLastIndex(({ text }) => /^-[0tprxo]*[Ii]|^--replace/.test(text));
  const text = options[at]?.text;
  if (text === undefined) return undefined;
  const [, letter, attached] = /^(?:-[0tprxo]*([Ii])|--replace=?)(.*)$/s.exec(text) ?? [];
  return attached || (letter === "I" ? options[at + 1]?.text : "{}");
}

const other = "it runs a program with other rights, or where it cannot be followed";

export const wrappers: Readonly<Record<string, Program>> = {
  time: wrapper({ values: "-f --format", flags: "-p -v -q -V --portability --verbose --quiet --version" }),
  timeout: wrapper({
    values: "-k --kill-after -s --signal",
    flags: "-v --verbose --foreground --preserve-status",
    skip: 1,
  }),
  nice: wrapper({ values: "-n --adjustment", flags: "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9" }),
  nohup: wrapper({}),
  stdbuf: wrapper({ values: "-i -o -e --input --output --error" }),
  builtin: wrapper({}),
  exec: wrapper({ values: "-a", flags: "-c -l" }),
  command: ({ args, ...call }) =>
    /^-[vV]$/.test(args[0]?.text ?? "") ? { helper: true } : wrapper({ flags: "-p -v -V" })({ args, ...call }),
  env,
  xargs,
  sudo: wrapper({ values: "-u -g -h -p -C -r -t -U -D -T", risk: other }),
  doas: wrapper({ values: "-u -C", risk: other }),
  setsid: wrapper({ risk: "it lets a program go on after the command has ended" }),
  ionice: wrapper({ values: "-c --class -n --classdata", flags: "-t --ignore" }),
  chroot: wrapper({ skip: 1, risk: other }),
  unshare: wrapper({ risk: other }),
  nsenter: wrapper({ values: "-t -S -G", risk: other }),
  watch: wrapper({ values: "-n --interval", risk: "it runs a program again and again" }),
  flock: wrapper({ values: "-w --timeout -E", skip: 1, risk: "it runs a program while it holds a lock" }),
  script: wrapper({ risk: other }),
  su: wrapper({ risk: other }),
  parallel: wrapper({ risk: "it builds commands from its input" }),
  busybox: wrapper({}),
};
