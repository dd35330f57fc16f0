// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates

import { allowedMore, families } from "./_evasion-cases.fixture.ts";

/** A command that does what a rule denies, in some spelling, or more than a rule allows. */
export interface Evasion {
  readonly rules: { readonly allow: readonly string[]; readonly deny?: readonly string[] };
  /** `@BIN@` stands for the folder of the programs that only record how they are started. */
  readonly command: string;
  /** What the record has, a line for each start, when it did it. Without this, the file `pwned` is there. */
  readonly recorded?: RegExp;
}

/** Numbers from a seed, the same on every machine. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof random>;
const pick = <T>(of: readonly T[], by: Random): T => of[by(of.length)]!;
const q = (text: string) => `'${text.split("'").join(`'\\''`)}'`;

/** Programs that only record how they are started. */
export const recorders: readonly string[] = [
  ...new Set([...families.map(([program]) => program), "git-push", "docker-compose"]),
];

/** The same word to a shell. */
const spellings: readonly ((word: string, by: Random) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => q(word),
  (word) => `"${word}"`,
  (word, by) => {
    const at = by(word.length);
    return `${word.slice(0, at)}""${word.slice(at)}`;
  },
  (word, by) => {
    const at = by(word.length);
    return `${word.slice(0, at)}\\${word.slice(at)}`;
  },
  (word) => `$'${[...word].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join("")}'`,
  (word) => `$(echo ${q(word)})`,
  (word) => `\${nothing-${word}}`,
  (word) => `\`printf %s ${q(word)}\``,
];
const spelled = (words: string, by: Random) =>
  words
    .split(" ")
    .filter(Boolean)
    .map((word) => (by(3) === 0 ? pick(spellings, by)(word, by) : word))
    .join(" ");

/** Ways to have a command run, given as a text of shell and as its program and words. */
interface Plain {
  readonly text: string;
  readonly program: string;
  readonly args: string;
}
const ways: readonly ((plain: Plain) => string)[] = [
  ({ text }) => text,
  ({ text }) => text,
  ({ text }) => `cd . && ${text}`,
  ({ text }) => `true; ${text} || true`,
  ({ text }) => `(${text})`,
  ({ text }) => `{ ${text}; }`,
  ({ text }) => `if true; then ${text}; fi`,
  ({ text }) => `for i in 1; do ${text}; done`,
  ({ text }) => `echo $(${text})`,
  ({ text }) => `cat <(${text})`,
  ({ text }) => `${text} | cat`,
  ({ text }) => `${text} & wait`,
  ({ text }) => `f() { ${text}; }; f`,
  ({ text }) => `trap ${q(text)} EXIT`,
  ({ text }) => `eval ${q(text)}`,
  ({ text }) => `env ${text}`,
  ({ text }) => `env -i PATH=@BIN@:/usr/bin:/bin ${text}`,
  ({ text }) => `env -u X ${text}`,
  ({ text }) => `timeout 5 ${text}`,
  ({ text }) => `nice -n 5 nohup ${text}`,
  ({ text }) => `command ${text}`,
  ({ text }) => `exec ${text}`,
  ({ text }) => `setsid -w ${text}`,
  ({ text }) => `! ${text}`,
  ({ text }) => `coproc ${text}; wait`,
  ({ program, args }) => `env -S ${q(`${program} ${args}`)}`,
  ({ program, args }) => `env --split-string=${q(`${program} ${args}`)}`,
  ({ text }) => `sh -c ${q(text)}`,
  ({ text }) => `bash -lc ${q(text)} x`,
  ({ text }) => `bash <<< ${q(text)}`,
  ({ text }) => `echo ${q(text)} | sh`,
  ({ text }) => `bash -s <<EOT\n${text}\nEOT`,
  ({ text }) => `bash <(echo ${q(text)})`,
  ({ text }) => `source /dev/stdin <<< ${q(text)}`,
  ({ text }) => `. <(echo ${q(text)})`,
  ({ text }) => `bash /dev/stdin <<< ${q(text)}`,
  ({ text }) => `printf %s ${q(text)} > x.sh; sh x.sh`,
  ({ text }) => `printf %s ${q(text)} > x.sh && . ./x.sh`,
  ({ text }) => `printf %s ${q(text)} > x.sh && chmod +x x.sh; ./x.sh`,
  // Quotes in a value are not quotes any more.
  ({ program, args }) => `x=${q(`${program} ${args}`.trim())}; $x`,
  ({ text }) => `x=${q(text)}; eval "$x"`,
  ({ program, args }) => `${program.includes("/") ? "p=" : "p="}${program}; $p ${args}`,
  ({ program, args }) => `x=${q(args)}; ${program} $x`,
  ({ program, args }) => `echo ${args} | xargs ${program}`,
  ({ program, args }) => `echo ${program} ${args} | xargs env`,
  ({ program, args }) => `echo ${args} | xargs -I {} sh -c '${program} {}'`,
  ({ program, args }) => `printf '%s\\n' ${q(args)} | while read -r a; do ${program} $a; done`,
  ({ program, args }) => `g() { ${program} "$@"; }; g ${args}`,
  ({ program, args }) => `g() { "$@"; }; g ${program} ${args}`,
  ({ program, args }) => `set -- ${args}; ${program} "$@"`,
  ({ program, args }) => `a=(${args}); ${program} "\${a[@]}"`,
  ({ program, args }) => `sh -c '${program} $0 "$@"' ${args}`,
  ({ program, args }) => `bash -c '"$@"' _ ${program} ${args}`,
  ({ program, args }) => `shopt -s expand_aliases; alias gp='${program} ${args}'\ngp`,
  ({ program, args }) => `hash -p @BIN@/${program.split("/").at(-1)} gp; gp ${args}`,
  ({ program, args }) => `ln -s @BIN@/${program.split("/").at(-1)} ./g; ./g ${args}`,
  ({ program, args }) => `cp @BIN@/${program.split("/").at(-1)} ./g; ./g ${args}`,
  ({ text }) => `find . -maxdepth 0 -exec ${text} \\;`,
  ({ text }) => `awk 'BEGIN{system("${text.split('"').join('\\"')}")}'`,
  ({ text }) => `python3 -c ${q(`import os; os.system(${JSON.stringify(text)})`)}`,
  ({ text }) => `perl -e ${q(`system(q\u0001${text}\u0001)`).split("\u0001").join("~")}`,
  ({ text }) => `echo x | sed ${q(`1e ${text}`)}`,
  ({ text }) => `printf 'all:\\n\\t%s\\n' ${q(text)} | make -f -`,
  ({ text }) => `tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec=${q(text)} .`,
  ({ text }) => `/lib64/ld-linux-x86-64.so.2 /bin/sh -c ${q(text)}`,
  ({ text }) => `xargs -a /dev/null ${text}`,
  ({ text }) => `stdbuf -oL ${text}`,
  ({ text }) => `setarch x86_64 sh -c ${q(text)}`,
  ({ text }) => `flock x -c ${q(text)}`,
  ({ text }) => `script -qc ${q(text)} /dev/null`,
  ({ text }) => `[ -d . ] && ${text}`,
  ({ text }) => `case a in a) ${text};; esac`,
  ({ text }) => `until ${text}; do break; done`,
  ({ text }) => `: \${x:=$(${text})}`,
  ({ text }) => `PROMPT=1 ${text}`,
  ({ text }) => `export A=1; ${text}`,
];

/** One spelling of a denied command, under a policy that allows every other command. */
function denied(by: Random): Evasion {
  const [program, words, globals, others = []] = pick(families, by);
  const args = by(3) === 0 && others.length > 0 ? pick(others, by) : words;
  const before = Array.from({ length: by(3) === 0 ? 2 : by(2) }, () => (globals.length > 0 ? pick(globals, by) : ""));
  const given = [...before, args, pick(["", "", "x", "-v", "--x=y"], by)].filter(Boolean).join(" ");
  const named = pick([program, program, program, `@BIN@/${program}`], by);
  const isSplit = program === "git" && args === "push" && before.length === 0 && by(3) === 0;
  const plain = isSplit ? { program: "@BIN@/git-push", args: "x" } : { program: named, args: given };
  const text = `${by(4) === 0 ? spelled(plain.program, by) : plain.program} ${spelled(plain.args, by)}`.trim();
  let command = pick(ways, by)({ ...plain, text });
  if (by(4) === 0) command = pick(["sh -c ", "bash -c ", "eval ", "timeout 9 sh -c "], by) + q(command);
  return {
    rules: { allow: ["bash"], deny: [`bash(${`${program} ${words}`.trim()}:*)`] },
    command,
    recorded: new RegExp(`^(${program}|git-push|g)( |$)`, "m"),
  };
}

/** One dangerous command whose beginning is allowed, with its words in some spelling. */
function reaching(by: Random): Evasion {
  const [allow, danger] = pick(allowedMore, by);
  const words = danger.split(" ");
  const at = by(words.length);
  // Only plain words are spelled anew: the quotes of others reach over spaces.
  const isPlain =
    /^[A-Za-z][\w-]*$/.test(words[at] ?? "") &&
    (danger.slice(0, danger.indexOf(words[at]!)).match(/['"]/g)?.length ?? 0) === 0;
  const again =
    by(2) === 0 && isPlain
      ? words.map((word, i) => (i === at ? pick(spellings.slice(0, 6), by)(word, by) : word)).join(" ")
      : danger;
  const command = pick(
    [
      (text: string) => text,
      (text: string) => text,
      (text: string) => `cat f; ${text}`,
      (text: string) => `${text} | head -1`,
      (text: string) => `timeout 5 ${text.startsWith("timeout") || /[;|$]/.test(text) ? "true; " : ""}${text}`,
    ],
    by,
  )(again);
  const program = words[0] ?? "";
  return {
    rules: { allow: [`bash(${allow}:*)`, "bash(cat:*)", "bash(ls:*)", "bash(true)", "bash(echo:*)"] },
    command,
    ...(recorders.includes(program) && { recorded: new RegExp(`^${program} `, "m") }),
  };
}

export const evasions = (count: number, seed: number): readonly Evasion[] => {
  const by = random(seed);
  return Array.from({ length: count }, (_, i) => (i % 3 === 2 ? reaching(by) : denied(by)));
};
