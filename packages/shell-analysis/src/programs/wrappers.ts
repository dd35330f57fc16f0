import { type Arg, anything, exact, toShell } from "../parse/arg.ts";
import { changesPrograms, exportReason } from "../parse/environment.ts";
import { both, set, touching } from "./_files.ts";
import { type Meaning, type Program, splitArgs } from "./program.ts";

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

/** Reported so that the program that is checked is the one that runs. */
const unsure = "which word of it is the program is not certain";

interface Wrapping extends Before {
  /** What it adds to the program: a rule has to name the wrapper as well. */
  readonly risk?: string;
  /** It adds so much that no rule about programs speaks for it. */
  readonly unknown?: string;
  /** The option whose value is run as a script, instead of a program. */
  readonly script?: string;
}

/** A program that starts the one behind its own options. */
function wrapper({ risk, unknown, skip = 0, script = "", ...before }: Wrapping): Program {
  return ({ name, args, piped }) => {
    const { rest, isSure } = behindOptions(args, before);
    const unknowns = isSure ? [] : [unsure];
    const unknownFiles = unknown ? [unknown] : [];
    const reason = risk ?? unknown;
    const risks = reason ? [{ words: [name], reason }] : [];
    const at = args.findIndex(
      ({ text, kind }) => kind === "exact" && script !== "" && set(script).has(text.split("=")[0]!),
    );
    if (at >= 0) return { risks, unknownFiles, ...runsOption(args, at) };
    const program = rest.slice(skip);
    if (program.length === 0) return reason ? { risks, unknowns, unknownFiles } : { helper: true, unknowns };
    const possible = isSure ? [program] : suffixes(program);
    return {
      runs: possible.map((each) => ({ args: each, wrapper: true, ...(piped && { piped }) })),
      ownArgs: args.length - program.length,
      risks,
      unknowns,
      unknownFiles,
    };
  };
}

/** Where it is not certain which word is the program, any may be; rules that deny are held against the first of them. */
const suffixes = (words: readonly Arg[]): (readonly Arg[])[] =>
  words.flatMap((word, i) => (i < 4 && !word.text.startsWith("-") ? [words.slice(i)] : []));

/** `su -c 'text'`, `script --command=text`. */
function runsOption(args: readonly Arg[], at: number): Meaning {
  const arg = args[at];
  const equals = arg?.text.startsWith("--") ? arg.text.indexOf("=") : -1;
  const [text, ownArgs] = equals < 0 ? [args[at + 1], at + 1] : [arg, at];
  if (text?.kind !== "exact") return { unknowns: ["it runs text as code that is only known when it runs"] };
  return { scripts: [text.text.slice(equals + 1)], ownArgs };
}

/**
 * What is after options, read as getopt does up to the first word that is none. Options that are not known leave it
 * open.
 */
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

/** `env -S 'a b' c`, `env -iS'a b'`, `env --split-string='a b'`: words of one text, with what comes behind it. */
function splitText(args: readonly Arg[]): readonly Arg[] | undefined {
  for (const [i, { text, kind }] of args.entries()) {
    if (!text.startsWith("-") || kind !== "exact") return undefined;
    const [, attached] = /^(?:-[i0v]*S|--s[a-z-]*=?)(.*)$/s.exec(text) ?? [];
    if (attached === undefined) continue;
    const behind = args.slice(attached === "" ? i + 2 : i + 1);
    return [exact(attached === "" ? (args[i + 1]?.text ?? "") : attached), ...behind];
  }
  return undefined;
}

/** `env A=b -i program`: what is set is judged as an assignment. */
const env: Program = ({ args, piped }) => {
  const [split, ...others] = splitText(args) ?? [];
  if (split) {
    const plain = /^[\w\s@%+=:,./-]+$/.test(split.text) && others.every(({ kind }) => kind === "exact");
    const text = `env ${split.text} ${toShell(others)}`;
    const reasons = ["env splits text into a command"];
    return plain ? { scripts: [text], ownArgs: 1, unknownFiles: reasons } : { unknowns: reasons };
  }
  const { rest: behind, isSure } = behindOptions(args, {
    values: "-u --unset",
    flags: "-i -0 -v --ignore-environment --null --debug",
  });
  const unknowns = isSure ? [] : ["env starts it elsewhere, or has an option that is not known"];
  const unknownFiles: string[] = [];
  let rest = behind[0]?.text === "-" ? behind.slice(1) : behind;
  for (; rest[0] && /^\w+=/.test(rest[0].text); rest = rest.slice(1)) {
    const [name = ""] = rest[0].text.split("=", 1);
    const reason = exportReason(name, { ...rest[0], text: rest[0].text.slice(name.length + 1) });
    if (reason) (changesPrograms(name) ? unknowns : unknownFiles).push(reason);
  }
  if (rest.length === 0) return { unknowns, unknownFiles };
  return { unknowns, unknownFiles, runs: [{ args: rest, wrapper: true, ...(piped && { piped }) }] };
};

/** `xargs program`: its input becomes arguments, which are known as far as what comes before in the pipe prints paths. */
const xargs: Program = (call): Meaning => {
  const { rest, isSure } = behindOptions(call.args, {
    values: "-I -n -L -P -s -d -E -a --arg-file --max-args --max-procs --max-chars --delimiter --process-slot-var",
    optional: "-i -e -l --replace --eof --max-lines",
    flags: "-0 -t -p -r -x -o --null --verbose --interactive --no-run-if-empty --exit --open-tty",
  });
  const own = splitArgs(call.args.slice(0, call.args.length - rest.length), set("-I -n -L -P -s -d -E -a --arg-file"));
  const from = own.options.flatMap(({ name, value }) => (/^(-a|--arg-file)$/.test(name) && value ? [value] : []));
  const slots = call.args.some(({ text }) => text.startsWith("--process-slot")) ? ["it sets a variable"] : [];
  const mark = replaced(call.args.slice(0, call.args.length - rest.length));
  const program =
    rest.length > 0 ? rest : [{ ...anything("echo"), kind: "exact" as const, splits: false, mayBeOption: false }];
  const { piped } = call;
  const input =
    from.length === 0 && piped?.length && piped.every(({ kind }) => kind !== "dynamic")
      ? piped
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
  const possible = isSure ? [filled] : suffixes(filled);
  return both(touching(call, { read: from }), {
    runs: possible.map((each) => ({ args: each, wrapper: true })),
    ownArgs: call.args.length - rest.length,
    unknowns: [...(isSure ? [] : [unsure]), ...slots],
  });
};

/** What `-I {}`, `-I{}`, `-0I {}`, `-i`, `-i{}`, `--replace` or `--replace={}` put the input in place of. */
function replaced(options: readonly Arg[]): string | undefined {
  const at = options.findLastIndex(({ text }) => /^-[0tprxo]*[Ii]|^--replace/.test(text));
  const text = options[at]?.text;
  if (text === undefined) return undefined;
  const [, letter, attached] = /^(?:-[0tprxo]*([Ii])|--replace=?)(.*)$/s.exec(text) ?? [];
  return attached || (letter === "I" ? options[at + 1]?.text : "{}");
}

/** `watch text`: its words are a script for a shell. */
const watch: Program = ({ name, args }) => {
  const { rest, isSure } = behindOptions(args, {
    values: "-n --interval",
    optional: "-d --differences",
    flags: "-b -c -e -g -p -t -w --beep --color --errexit --chgexit --precise --no-title --no-wrap",
  });
  const risks = [{ words: [name], reason: "it runs a program again and again" }];
  const unknowns = isSure && rest.every(({ kind }) => kind === "exact") ? [] : [unsure];
  return { scripts: [rest.map(({ text }) => text).join(" ")], ownArgs: args.length - rest.length, risks, unknowns };
};

/** `flock file program`, `flock file -c 'text'`. */
const flock: Program = ({ name, args }) => {
  const { rest, isSure } = behindOptions(args, {
    values: "-w --wait --timeout -E --conflict-exit-code",
    flags: "-s -x -e -u -n -o -F --shared --exclusive --unlock --nonblock --close --no-fork",
  });
  const risks = [{ words: [name], reason: "it runs a program while it holds a lock" }];
  const unknowns = isSure ? [] : [unsure];
  const [, first, text] = rest;
  if (!first) return { risks, unknowns };
  if (/^(-c|--command)$/.test(first.text) && text?.kind === "exact")
    return { scripts: [text.text], ownArgs: args.indexOf(text), risks, unknowns };
  return { runs: [{ args: rest.slice(1), wrapper: true }], risks, unknowns };
};

/** `parallel program ::: words`: what comes from its input is known as little as with xargs. */
const parallel: Program = ({ name, args }) => {
  const { rest } = behindOptions(args, { values: "-j --jobs -a --arg-file -I -n -N -L --delay --timeout" });
  const end = rest.findIndex(({ text }) => /^:::?[:+]?/.test(text));
  const program = rest.slice(0, end < 0 ? undefined : end).filter(({ text }) => !text.startsWith("{"));
  const risks = [{ words: [name], reason: builds }];
  if (program.length === 0) return { risks, unknowns: [builds] };
  return {
    runs: [{ args: [...program, anything("(its input)")], wrapper: true }],
    ownArgs: args.length - rest.length,
    risks,
    unknowns: [builds],
  };
};

const builds = "it builds commands from its input";
const other = "it runs a program with other rights, or where it cannot be followed";

/** `sudo A=b program` sets variables for it. */
const sudo: Program = (call) => {
  const values =
    "-u -g -h -p -C -r -t -T -U --user --group --host --prompt --close-from --role --type --command-timeout";
  const flags =
    "-A -B -b -E -H -k -K -n -P -S -v -l --askpass --bell --background --set-home --non-interactive --stdin";
  const { rest } = behindOptions(call.args, { values, flags });
  const meaning = wrapper({ values, flags, risk: rights })(call);
  return /^\w+=/.test(rest[0]?.text ?? "") ? { ...meaning, unknowns: [...(meaning.unknowns ?? []), other] } : meaning;
};

const rights = "it runs a program with other rights";

/** `/lib64/ld-linux-x86-64.so.2 program`. */
export const loader = wrapper({
  values: "--library-path --preload --audit --argv0 --inhibit-rpath --glibc-hwcaps-prepend --glibc-hwcaps-mask",
  flags: "--inhibit-cache --list --verify",
  unknown: other,
});

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
  ionice: wrapper({ values: "-c --class -n --classdata", flags: "-t --ignore" }),
  busybox: wrapper({}),
  sudo,
  doas: wrapper({ values: "-u -C", flags: "-n -L", risk: rights }),
  setsid: wrapper({
    flags: "-c -f -w --ctty --fork --wait",
    risk: "it lets a program continue after the command has ended",
  }),
  watch,
  flock,
  parallel,
  su: wrapper({ values: "-s --shell -g --group", flags: "-l -m -p", skip: 1, script: "-c --command", unknown: other }),
  runuser: wrapper({ values: "-u --user -g --group", script: "-c --command", unknown: other }),
  script: wrapper({ script: "-c -qc -qec --command", skip: 1, unknown: other }),
  chroot: wrapper({ skip: 1, unknown: other }),
  unshare: wrapper({
    unknown: other,
    flags: "-r -U -n -m -p -f -i -u -C --map-root-user --user --net --mount --pid --fork",
  }),
  nsenter: wrapper({ values: "-t -S -G", flags: "-a -m -u -i -n -p -U -C", unknown: other }),
  toybox: wrapper({}),
  ...Object.fromEntries(
    (
      "pkexec systemd-run setpriv strace ltrace taskset chrt prlimit fakeroot fakechroot proot firejail bwrap gosu su-exec " +
      "run0 capsh xvfb-run dbus-run-session"
    )
      .split(" ")
      .map((name) => [name, wrapper({ unknown: other })]),
  ),
};
