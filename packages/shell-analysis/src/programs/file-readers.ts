import type { Risk } from "../analysis.ts";
import { type Arg, type Below, everything } from "../parse/arg.ts";
import { beside, both, here, named, set, touching } from "./_files.ts";
import { foundBelow } from "./_found.ts";
import { isOption, type Meaning, type Program, splitArgs, type Words } from "./program.ts";

interface Reader {
  /** Options whose value is the next word. */
  readonly values?: string;
  /** Options whose value is a file that is read. */
  readonly reads?: string;
  /** Options whose value is a file that is written. */
  readonly writes?: string;
  /** Options that make it run a program, with what they do. */
  readonly risks?: string;
  /** Words before the files: a pattern, a script. Left out when one of `unless` is there. */
  readonly skip?: number;
  readonly unless?: string;
  /** What it reads when no file is named. */
  readonly otherwise?: readonly Arg[];
  /** It only reads and prints, so it needs no rule of its own. */
  readonly helper?: boolean;
  /** With one of these options (or always, by `""`) it prints paths. */
  readonly prints?: string;
  /** Which paths it prints of the files and folders it is given; those themselves by default. */
  readonly below?: (words: Words, files: readonly Arg[]) => readonly Arg[];
  /** Options that make it follow the links it finds. */
  readonly follows?: string;
}

/** A program that reads the files it names. */
function reader(spec: Reader): Program {
  const [values, reads, writes, risks] = [spec.values, spec.reads, spec.writes, spec.risks].map((names = "") =>
    set(names),
  );
  const takesValue = new Set([...(values ?? []), ...(reads ?? []), ...(writes ?? []), ...(risks ?? [])]);
  return (call) => {
    const words = splitArgs(call.args, takesValue);
    const skipped = spec.skip && !hasOption(words, spec.unless) ? spec.skip : 0;
    const files = words.operands.slice(skipped);
    const inputs = files.length > 0 ? named(files) : (spec.otherwise ?? []);
    const valuesOf = (names: ReadonlySet<string> | undefined) =>
      words.options.flatMap(({ name, value }) => (names?.has(name) && value ? [value] : []));
    return {
      ...both(
        touching(call, { read: [...inputs, ...named(valuesOf(reads))], write: named(valuesOf(writes)) }),
        touching(call, { read: spec.follows && hasOption(words, spec.follows) ? inputs.map(allBelow) : [] }),
        { risks: risksOf(words, risks) },
      ),
      helper: spec.helper ?? false,
      ...((spec.prints === "" || (spec.prints && hasOption(words, spec.prints))) && {
        prints: spec.below ? spec.below(words, files) : inputs,
      }),
    };
  };
}

const hasOption = ({ options }: Words, names = ""): boolean => options.some(({ name }) => set(names).has(name));

/** The options of a call that start something. Long options may be shortened, as far as they are not `others`. */
export function risksOf({ options }: Words, names: ReadonlySet<string> | undefined, others = set("")): Risk[] {
  const risky = [...(names ?? [])];
  const isRisky = (name: string) =>
    risky.some((risk) => risk === name || (name.length > 3 && name.startsWith("--") && risk.startsWith(name)));
  return options.flatMap(({ name, words }) =>
    isRisky(name) && !others.has(name)
      ? [{ words, reason: `${name} makes it run another program, or reach another place` }]
      : [],
  );
}

/** What a program prints that goes through folders: paths that start as it was given them. */
const printed = (roots: readonly Arg[], below: Below): Arg[] =>
  roots.length > 0
    ? roots.map((root) => ({ ...root, ...inFolder(root), below, mayBeOption: root.mayBeOption }))
    : [{ ...here, text: "*", kind: "glob", splits: true, mayBeOption: true, below }];

const inFolder = (root: Arg): Pick<Arg, "text" | "kind" | "names"> => ({
  text: `${root.text.replace(/\/$/, "")}/*`,
  kind: root.kind === "dynamic" ? "dynamic" : "glob",
  names: undefined,
});

/** Everything below a folder, and where links in it lead. */
export const allBelow = (root: Arg): Arg => ({ ...root, ...inFolder(root), below: everything });

const grep = reader({
  values:
    "-e --regexp -m --max-count -A -B -C --after-context --before-context --context --include --exclude --exclude-dir -d -D --label --binary-files",
  reads: "-f --file --exclude-from",
  skip: 1,
  unless: "-e --regexp -f --file",
  otherwise: [here],
  prints: "-l -L --files-with-matches --files-without-match",
  below: (words, files) =>
    hasOption(words, "-r -R --recursive --dereference-recursive")
      ? [
          ...files,
          ...printed(files, { ...everything, isThere: true, links: hasOption(words, "-R --dereference-recursive") }),
        ]
      : files,
  follows: "-R --dereference-recursive",
});

const ripgrep = reader({
  values:
    "-e --regexp -m --max-count -A -B -C --after-context --before-context --context -g --glob --iglob -t --type -T --type-not " +
    "-j --threads --color --colors --sort --sortr -E --encoding -M --max-columns -d --max-depth --max-filesize -r --replace --engine --type-add",
  reads: "-f --file --ignore-file",
  risks: "--pre --hostname-bin -z --search-zip",
  skip: 1,
  unless: "-e --regexp -f --file --files",
  otherwise: [here],
  prints: "-l --files-with-matches --files --files-without-match",
  below: (words, files) => [
    ...files,
    ...printed(files, {
      ...everything,
      hidden: hasOption(words, "-. --hidden -u --unrestricted"),
      links: hasOption(words, "-L --follow"),
      isThere: true,
      ignores: !words.options.some(({ name }) => /^(-u|--unrestricted|--no-.*)$/.test(name)),
    }),
  ],
  follows: "-L --follow",
});

const files = (values = "", spec: Reader = {}): Program => reader({ values, ...spec });

/** `sed` scripts can write files and run programs; only those that print, delete and substitute are known to do neither. */
const sed: Program = (call) => {
  const words = splitArgs(call.args, set("-e --expression -f --file -l --line-length"));
  const scripts = words.options.flatMap(({ name, value }) =>
    /^(-e|--expression)$/.test(name) && value ? [value] : [],
  );
  const given = scripts.length > 0 || hasOption(words, "-f --file");
  const [first, ...rest] = words.operands;
  const script = given ? scripts : first ? [first] : [];
  const targets = named(given ? words.operands : rest);
  // `-i.bak` reads as the options -i -. -b …, so it is looked for in the words.
  const inPlace = words.options.some(
    ({ name, words: [word = ""] }) => isOption(name, "--in-place") || /^-[nEersuz]*i/.test(word),
  );
  const kept = words.options.flatMap(({ name, value, words: [word = ""] }) =>
    isOption(name, "--in-place") && value ? [value.text] : (/^-[nEersuz]*i(.+)$/.exec(word)?.slice(1) ?? []),
  );
  const harmless = script.every((each) => each.kind === "exact" && isPlainSed(each.text));
  return {
    ...both(
      touching(call, {
        read: targets,
        ...(inPlace && { edit: targets, modify: kept.length > 0 ? beside(targets) : [] }),
      }),
      { unknownFiles: kept.some((suffix) => /[*/]/.test(suffix)) ? ["it keeps copies in another place"] : [] },
    ),
    ...((!harmless || hasOption(words, "-f --file")) && {
      risks: [{ words: script.map((each) => each.text), reason: "its script may write files or run programs" }],
    }),
    helper: harmless && !inPlace && !hasOption(words, "-f --file"),
  };
};

/** Commands joined by `;` or lines: an address, then `p d q = n N g G h H x D P` or `s///` and `y///` without the flags e and w. */
function isPlainSed(script: string): boolean {
  const address = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\.)*/I?)`;
  const place = String.raw`(?:${address}(?:,(?:${address}|\+\d+))?\s*!?\s*)?`;
  const substitute = String.raw`[sy]([/|#,@!:_%])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiI\d]*`;
  return new RegExp(`^(?:\\s*${place}(?:[pdqnNgGhHxDP=]|q\\d*|${substitute})\\s*(?:[;\\n]|$))*$`).test(script);
}

/** `--arg` and its like take a name before their value. */
const jq: Program = (call) => {
  const rest: Arg[] = [];
  const files: Arg[] = [];
  for (let i = 0; i < call.args.length; i++) {
    const arg = call.args[i]!;
    const [, kind] = /^--(?:(arg|argjson)|slurpfile|rawfile|argfile)$/.exec(arg.text) ?? [undefined, null];
    if (kind === null) rest.push(arg);
    else {
      const value = call.args[i + 2];
      if (kind === undefined && value) files.push(value);
      i += 2;
    }
  }
  const filter = reader({
    values: "--indent",
    reads: "-f --from-file -L",
    skip: 1,
    unless: "-f --from-file",
    helper: true,
  });
  const told = filter({ ...call, args: rest });
  return { ...both(told, touching(call, { read: named(files) })), helper: true };
};

const find: Program = (call) => {
  const at = call.args.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-([HLP]|O\d?|D)$/.test(text));
  const roots = call.args.slice(0, at < 0 ? undefined : at).filter(({ text }) => !text.startsWith("-"));
  const where = roots.length > 0 ? roots : [here];
  const tests = at < 0 ? [] : call.args.slice(at);
  const found: Meaning[] = [touching(call, { read: where })];
  const runs: NonNullable<Meaning["runs"]>[number][] = [];
  const inside = where.map(
    (root): Arg => ({
      ...root,
      ...inFolder(root),
      below: foundBelow(root.text, [...call.args.slice(0, at < 0 ? undefined : at), ...tests]),
    }),
  );
  tests.forEach(({ text }, i) => {
    if (/^-(exec|execdir|ok|okdir)$/.test(text)) {
      const end = tests.findIndex(
        (arg, j) => j > i && (arg.text === ";" || (arg.text === "+" && tests[j - 1]?.text === "{}")),
      );
      const words = tests.slice(i + 1, end < 0 ? undefined : end);
      const args = words.flatMap((word) =>
        word.text === "{}" ? inside : word.text.includes("{}") ? [{ ...word, kind: "dynamic" as const }] : [word],
      );
      runs.push({ args, wrapper: false });
      found.push({
        risks: [{ words: [text], reason: `${text} runs a program on the files it finds`, startsNothing: true }],
      });
    } else if (text === "-delete") {
      found.push(touching(call, { delete: where }), {
        risks: [{ words: [text], reason: "-delete deletes the files it finds", startsNothing: true }],
      });
    } else if (/^-(fprint0?|fls|fprintf)$/.test(text)) found.push(touching(call, { write: tests.slice(i + 1, i + 2) }));
    else if (/^-(files0-from|newer\w*|samefile)$/.test(text))
      found.push(touching(call, { read: named(tests.slice(i + 1, i + 2)) }));
  });
  return { ...both(...found), runs, prints: inside };
};

export const fileReaders: Readonly<Record<string, Program>> = {
  cat: files(),
  head: files("-n -c --lines --bytes", { helper: true }),
  tail: files("-n -c --lines --bytes --pid -s --sleep-interval", { helper: true }),
  wc: files("", { reads: "--files0-from", helper: true }),
  sort: files("-k --key -t --field-separator -S --buffer-size --parallel --batch-size", {
    writes: "-o --output -T --temporary-directory",
    reads: "--files0-from --random-source",
    risks: "--compress-program",
    helper: true,
  }),
  uniq: (call) => {
    const { operands } = splitArgs(call.args, set("-f -s -w --skip-fields --skip-chars --check-chars"));
    return {
      helper: true,
      // A pattern may be both of its words.
      ...touching(call, {
        read: named(operands.slice(0, 1)),
        write: named(operands.slice(operands[0]?.splits ? 0 : 1, 2)),
      }),
    };
  },
  cut: files("-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter", { helper: true }),
  tr: () => ({ helper: true }),
  nl: files("-b -d -f -h -i -l -n -s -v -w", { helper: true }),
  tac: files("-s --separator", { helper: true }),
  rev: files("", { helper: true }),
  column: files("-s -o -c -N -i -p -r -n -H -R -T -W -E -O -l", { helper: true }),
  fold: files("-w --width", { helper: true }),
  paste: files("-d --delimiters", { helper: true }),
  comm: files("--output-delimiter", { helper: true }),
  cmp: files("-i -n --ignore-initial --bytes", { helper: true }),
  diff: files("-U -C -I -F -D -L -x --exclude -W --width --label --ifdef --show-function-line", {
    helper: true,
    reads: "-X --exclude-from --from-file --to-file -S --starting-file",
    follows: "-r --recursive",
  }),
  jq,
  // Names in other folders are printed without them, and then stand for something here.
  ls: files("-I --ignore -w --width --hide --sort --time --format", {
    otherwise: [here],
    prints: "",
    below: (_words, files) => [...files, ...printed([], { ...everything, isFlat: true })],
  }),
  tree: files("-L -P -I --filelimit --charset --timefmt", { writes: "-o", reads: "--fromfile", otherwise: [here] }),
  du: files("-d --max-depth --exclude -B --block-size -t", {
    otherwise: [here],
    reads: "--files0-from -X --exclude-from",
  }),
  df: files("-B -t -x", { helper: true }),
  stat: files("-c --format --printf", { helper: true }),
  file: files("-F -e -P --separator --exclude --parameter", {
    reads: "-f --files-from -m --magic-file",
    risks: "-C --compile",
    helper: true,
  }),
  readlink: files("", { helper: true }),
  realpath: files("--relative-to --relative-base", { helper: true }),
  md5sum: files("", { helper: true }),
  sha1sum: files("", { helper: true }),
  sha256sum: files("", { helper: true }),
  cksum: files("-a --algorithm", { helper: true }),
  od: files("-A -t -N -j -S", { helper: true }),
  hexdump: files("-n -s -e", { helper: true, reads: "-f --format-file" }),
  strings: files("-n -t -e -s", { helper: true }),
  base64: files("-w --wrap", { helper: true }),
  less: (call) =>
    both(files("-b -h -j -p -x -y -z", { risks: "-k -K --lesskey-file --lesskey-src -o -O --log-file" })(call), {
      risks: call.args
        .filter(({ text }) => text.startsWith("+"))
        .map(({ text }) => ({ words: [text], reason: "it runs a command of less" })),
    }),
  man: files("-S -s -L -m -e -E -r -R -p", {
    risks: "-P --pager -H --html -C --config-file -M --manpath -l --local-file -B -X -Z -T",
    skip: 99,
  }),
  more: files("-n"),
  grep,
  egrep: grep,
  fgrep: grep,
  zgrep: grep,
  rg: ripgrep,
  fd: reader({
    values: "-e --extension -E --exclude -t --type -d --max-depth -j --threads --color -g",
    risks: "-x --exec -X --exec-batch",
    skip: 1,
    otherwise: [here],
    prints: "",
    below: (_words, files) => printed(files, { ...everything, isThere: true }),
  }),
  sed,
  find,
};
