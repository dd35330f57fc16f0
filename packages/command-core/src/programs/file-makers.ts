import type { Arg } from "../_arg.ts";
import { type Call, isOption, type Program, splitArgs } from "../_program.ts";
import { beside, both, here, named, set, touching } from "./_files.ts";
import { risksOf } from "./file-readers.ts";

/** A program that changes all files it names. */
const changer =
  (action: "write" | "delete", values = "", skip = 0): Program =>
  (call) => {
    const { operands } = splitArgs(call.args, set(values));
    return touching(call, { [action]: named(operands.slice(skip)) });
  };

/** `cp a b`, `cp a b folder`, `cp -t folder a b`: sources are read, the target is written. */
const copier =
  (values: string, { removes = false, risks = "" } = {}): Program =>
  (call) => {
    const words = splitArgs(call.args, set(`${values} -t --target-directory`));
    const folder = words.options.find(({ name }) => name === "-t" || name === "--target-directory")?.value;
    const sources = folder ? words.operands : words.operands.slice(0, -1);
    const target = folder ?? words.operands.at(-1);
    return both(touching(call, { read: sources, write: named([target]), ...(removes && { delete: sources }) }), {
      risks: risksOf(words, set(risks)),
    });
  };

/** `dd if=a of=b`. */
const dd: Program = (call) => {
  const value = (name: string): Arg[] =>
    call.args.flatMap((arg) =>
      arg.text.startsWith(`${name}=`) ? [{ ...arg, text: arg.text.slice(name.length + 1), mayBeOption: false }] : [],
    );
  return touching(call, { read: value("if"), write: value("of") });
};

const tar: Program = (call) => {
  // `tar xzf a` has its options in front without a dash.
  const [first, ...rest] = call.args;
  const args = first && /^[A-Za-z]+$/.test(first.text) ? [{ ...first, text: `-${first.text}` }, ...rest] : call.args;
  const words = splitArgs(
    args,
    set(
      "-f --file -C --directory -T --files-from -X --exclude-from --exclude -b -H --format --strip-components --transform",
    ),
  );
  const has = (...names: string[]) => words.options.some(({ name }) => names.some((each) => isOption(name, each)));
  const values = (...names: string[]) =>
    words.options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
  const folders = values("-C", "--directory");
  const archives = named(values("-f", "--file"));
  const unpacks = has("-x", "--extract", "--get");
  const packs = has("-c", "--create", "-r", "--append", "-u", "--update");
  return both(
    unpacks || !packs
      ? touching(call, { read: archives, ...(unpacks && { write: folders.length > 0 ? folders : [here] }) })
      : touching(call, { write: archives, read: folders.length > 0 ? folders : words.operands }),
    touching(call, { read: values("-T", "--files-from", "-X", "--exclude-from") }),
    {
      risks: risksOf(
        words,
        set(
          "-I --use-compress-program --checkpoint-action --to-command --rsh-command --rmt-command -F --info-script --new-volume-script --index-file --volno-file -g --listed-incremental -P --absolute-names",
        ),
        set("--checkpoint"),
      ),
    },
  );
};

const unzip: Program = (call) => {
  const { operands, options } = splitArgs(call.args, set("-d -x"));
  const folder = options.find(({ name }) => name === "-d")?.value;
  const lists = options.some(({ name }) => /^-[lptvZ]$/.test(name));
  return touching(call, { read: operands.slice(0, 1), ...(!lists && { write: [folder ?? here] }) });
};

const compressor: Program = (call) => {
  const { operands, options } = splitArgs(call.args, set("-S --suffix"));
  const toOutput = options.some(({ name }) => /^(-c|--stdout|-l|--list|-t|--test)$/.test(name));
  const files = named(operands);
  return touching(call, toOutput ? { read: files } : { write: [...files, ...beside(files)], delete: files });
};

export const fileMakers: Readonly<Record<string, Program>> = {
  touch: changer("write", "-d --date -r --reference -t"),
  mkdir: changer("write", "-m --mode"),
  rmdir: changer("delete"),
  rm: changer("delete"),
  unlink: changer("delete"),
  shred: changer("delete", "-n --iterations -s --size"),
  truncate: changer("write", "-s --size -r --reference"),
  chmod: (call: Call) => touching(call, { write: splitArgs(call.args, set("--reference")).operands.slice(1) }),
  chown: changer("write", "--reference --from", 1),
  chgrp: changer("write", "--reference", 1),
  mkfifo: changer("write", "-m --mode"),
  mktemp: () => ({ helper: true }),
  tee: (call) => ({ helper: true, ...touching(call, { write: named(splitArgs(call.args).operands) }) }),
  cp: copier("-S --suffix"),
  mv: copier("-S --suffix", { removes: true }),
  ln: copier("-S --suffix"),
  install: copier("-m --mode -o --owner -g --group -S --suffix", { risks: "--strip-program" }),
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
        write: [...(operands.length > 0 ? operands.slice(0, 1) : [here]), ...named(outputs)],
      }),
      { risks: isPlain ? [] : [{ words: ["patch"], reason: "a patch may be a script that ed runs; -u takes none" }] },
    );
  },
  dd,
  tar,
  unzip,
  gzip: compressor,
  gunzip: compressor,
  xz: compressor,
  bzip2: compressor,
  zstd: compressor,
};
