import { type Arg, anything } from "../_arg.ts";
import { changesPrograms } from "../_environment.ts";
import type { Meaning, Program } from "../_program.ts";
import { set } from "./_files.ts";

/** A program that starts the one behind its own options; `skip` words (a duration, a user) come before it. */
function wrapper({ values = "", skip = 0, risk }: { values?: string; skip?: number; risk?: string }): Program {
  const takesValue = set(values);
  return ({ args, piped }) => {
    const rest = behindOptions(args, takesValue).slice(skip);
    if (rest.length === 0) return risk ? { risks: [{ words: [], reason: risk }] } : { helper: true };
    return {
      runs: [{ args: rest, wrapper: true, ...(piped && { piped }) }],
      ...(risk && { unknowns: [risk] }),
    };
  };
}

function behindOptions(args: readonly Arg[], takesValue: ReadonlySet<string>): readonly Arg[] {
  let at = 0;
  for (; at < args.length; at++) {
    const { text = "", kind } = args[at] ?? {};
    if (text === "--" && kind === "exact") return args.slice(at + 1);
    if (!text.startsWith("-")) break;
    if (takesValue.has(text)) at++;
  }
  return args.slice(at);
}

/** `env A=b -i program`: what is set is judged as an assignment. */
const env: Program = ({ args, piped }) => {
  const takesValue = set("-u --unset -C --chdir -S --split-string");
  const unknowns: string[] = [];
  if (args.some(({ text }) => /^(-S|--split-string|-C|--chdir)/.test(text)))
    unknowns.push("env splits text into a command, or starts it elsewhere");
  let rest = behindOptions(args, takesValue);
  for (; rest[0] && /^\w+=/.test(rest[0].text); rest = rest.slice(1)) {
    const name = rest[0].text.split("=")[0] ?? "";
    if (changesPrograms(name)) unknowns.push(`it sets ${name}, which changes what programs do`);
  }
  if (rest.length === 0) return { unknowns };
  return { unknowns, runs: [{ args: rest, wrapper: true, ...(piped && { piped }) }] };
};

/** `xargs program`: its input becomes arguments, which are known as far as what comes before in the pipe prints paths. */
const xargs: Program = ({ args, piped }): Meaning => {
  const rest = behindOptions(
    args,
    set("-I -i -n -L -P -s -d -E -a --arg-file --max-args --max-procs --replace --delimiter"),
  );
  const replaced = args.findIndex(({ text }) => text === "-I");
  const mark = replaced >= 0 ? args[replaced + 1]?.text : undefined;
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
  return { runs: [{ args: filled, wrapper: true }] };
};

const other = "it runs a program with other rights, or where it cannot be followed";

export const wrappers: Readonly<Record<string, Program>> = {
  time: wrapper({ values: "-f --format -o --output" }),
  timeout: wrapper({ values: "-k --kill-after -s --signal", skip: 1 }),
  nice: wrapper({ values: "-n --adjustment" }),
  nohup: wrapper({}),
  stdbuf: wrapper({ values: "-i -o -e --input --output --error" }),
  builtin: wrapper({}),
  exec: wrapper({ values: "-a" }),
  command: ({ args, ...call }) =>
    /^-[vV]$/.test(args[0]?.text ?? "") ? { helper: true } : wrapper({})({ args, ...call }),
  env,
  xargs,
  sudo: wrapper({ values: "-u -g -h -p -C -r -t -U -D -T", risk: other }),
  doas: wrapper({ values: "-u -C", risk: other }),
  setsid: wrapper({ risk: "it lets a program go on after the command has ended" }),
  ionice: wrapper({ values: "-c -n -p" }),
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
