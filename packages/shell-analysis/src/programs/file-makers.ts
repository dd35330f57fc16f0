import type { Arg } from "../parse/arg.ts";
import { beside, both, here, named, removing, set, touching } from "./_files.ts";
import { archives } from "./archives.ts";
import { copier, ln, mv } from "./copiers.ts";
import { hasAny, lander, linker, suffixRisks } from "./copy-programs.ts";
import { allBelow, risksOf } from "./file-readers.ts";
import { isOption, type Program, splitArgs } from "./program.ts";

/** Losses of programs, and where files land, are in one file each. */
const allOf =
  (...programs: readonly Program[]): Program =>
  (call) =>
    both(...programs.map((program) => program(call)));

const installValues = "-m --mode -o --owner -g --group -S --suffix";

/** A program that changes all files it names. */
const changer =
  (use: "write" | "modify" | "delete", values = "", skip = 0): Program =>
  (call) => {
    const { operands } = splitArgs(call.args, set(values));
    return touching(call, { [use]: named(operands.slice(skip)) });
  };

/** A program that takes away the names it is given. */
const remover =
  (values = ""): Program =>
  (call) =>
    removing(call, splitArgs(call.args, set(values)).operands);

/** `dd if=a of=b`. */
const dd: Program = (call) => {
  if (call.args.some(({ kind, splits }) => kind === "glob" || (kind === "dynamic" && splits)))
    return { unknownFiles: ["which files it reads and writes is only known when it runs"] };
  const value = (name: string): Arg[] =>
    call.args.flatMap((arg) =>
      arg.text.startsWith(`${name}=`) ? [{ ...arg, text: arg.text.slice(name.length + 1), mayBeOption: false }] : [],
    );
  return touching(call, { read: value("if"), write: value("of") });
};

/** `zip archive files`: with -m the files go into the archive and away. */
const zip: Program = (call) => {
  const words = splitArgs(call.args, set("-b -i -n -P -R -s -t -tt -TT --unzip-command -x --exclude --include"));
  const [archive, ...files] = words.operands;
  const moves = words.options.some(({ name }) => name === "-m" || isOption(name, "--move"));
  const reads = named(files.length > 0 ? files : [here]);
  return both(touching(call, { read: reads, modify: named([archive]), ...(moves && { delete: reads }) }), {
    risks: risksOf(words, set("-TT --unzip-command")),
  });
};

const compressor: Program = (call) => {
  const words = splitArgs(
    call.args,
    set("-S --suffix -o -D --output-dir-flat --output-dir-mirror --files --files0 --filelist --patch-from"),
  );
  const values = (names: RegExp) =>
    words.options.flatMap(({ name, value }) => (names.test(name) && value ? [value] : []));
  const toOutput = hasAny(words, "-c --stdout --to-stdout -l --list -t --test");
  const files = named(words.operands);
  const all = hasAny(words, "-r --recursive") ? [...files, ...files.map(allBelow)] : files;
  return both(
    touching(call, toOutput ? { read: all } : { write: [...all, ...beside(files)], delete: files }),
    touching(call, { read: values(/^(-D|--patch-from)$/), write: named(values(/^(-o|--output-dir-.*)$/)) }),
    { risks: [...suffixRisks(words), ...risksOf(words, set("--files --files0 --filelist"))] },
  );
};

/** `chmod u+x a`, `chown me a`: what comes before the files is left out where a reference or an option stands for it. */
const changesModes: Program = (call) => {
  const words = splitArgs(call.args, set("--reference --from"));
  const isGiven = words.options.some(({ name }) => name === "--reference" || /^-[rwxXstugo]$/.test(name));
  const files = words.operands.slice(isGiven ? 0 : 1);
  return touching(call, { modify: hasAny(words, "-R --recursive") ? [...files, ...files.map(allBelow)] : files });
};

const mktemp: Program = (call) => {
  const { operands, options } = splitArgs(call.args, set("-p --suffix"));
  const folders = options.flatMap(({ name, value }) => (/^(-p|--tmpdir)$/.test(name) && value ? [value] : []));
  const known = [...operands.filter(({ text }) => text.includes("/")), ...folders].filter(
    ({ kind }) => kind === "exact",
  );
  return { helper: true, ...touching(call, { modify: known }) };
};

export const fileMakers: Readonly<Record<string, Program>> = {
  touch: changer("modify", "-d --date -r --reference -t"),
  mkdir: changer("modify", "-m --mode"),
  rmdir: remover(),
  rm: remover(),
  unlink: remover(),
  rimraf: changer("delete", "--max-retries --retry-delay --tmp --backoff"),
  trash: changer("delete"),
  shred: changer("delete", "-n --iterations -s --size"),
  truncate: changer("write", "-s --size -r --reference"),
  chmod: changesModes,
  chown: changesModes,
  chgrp: changesModes,
  mkfifo: changer("modify", "-m --mode"),
  mktemp,
  tee: (call) => {
    const { operands, options } = splitArgs(call.args);
    const appends = options.some(({ name }) => name === "-a" || isOption(name, "--append"));
    return { helper: true, ...touching(call, { [appends ? "modify" : "write"]: named(operands) }) };
  },
  cp: allOf(copier("-S --suffix"), lander("-S --suffix")),
  mv: allOf(mv, lander("-S --suffix", { always: true })),
  ln: allOf(ln, linker),
  install: allOf(copier(installValues, "--strip-program"), lander(installValues)),
  split: (call) => {
    const words = splitArgs(call.args, set("-l -b -C -n -a --lines --bytes --suffix-length --additional-suffix"));
    const [from, prefix = { ...here, text: "x" }] = words.operands;
    return both(touching(call, { read: named([from]), write: beside([prefix]) }), {
      risks: risksOf(words, set("--filter")),
    });
  },
  patch: (call) => {
    const { operands, options } = splitArgs(
      call.args,
      set("-p --strip -i --input -d --directory -o --output -r --reject-file"),
    );
    const values = (names: RegExp) => options.flatMap(({ name, value }) => (names.test(name) && value ? [value] : []));
    const isPlain = options.some(({ name }) => /^(-[cnu]|--context|--normal|--unified)$/.test(name));
    const [inputs, outputs] = [values(/^(-i|--input)$/), values(/^(-o|--output|-r|--reject-file|-d|--directory)$/)];
    return both(
      touching(call, {
        read: named([...inputs, ...operands.slice(1)]),
        modify: [...(operands.length > 0 ? operands.slice(0, 1) : [here]), ...named(outputs)],
      }),
      {
        risks: [
          ...(isPlain
            ? []
            : [{ words: ["patch"], reason: "a patch may be a script that ed runs; use -u to rule that out" }]),
          ...(operands.length > 0
            ? []
            : [{ words: call.args.map(({ text }) => text), reason: "the patch decides which files it writes" }]),
        ],
      },
    );
  },
  dd,
  ...archives,
  zip,
  gzip: compressor,
  gunzip: compressor,
  xz: compressor,
  bzip2: compressor,
  zstd: compressor,
};
