import type { Certainty } from "@holdall/shell-analysis";
import { impliedOptions, programOptions, sameOption, sameProgram } from "./program-options.ts";

/** A word of a command that is not an option. */
export interface PathWord {
  readonly text: string;
  readonly isExact: boolean;
  /** It may be the value of the option before it. */
  readonly mayBeValue: boolean;
}

/** A command as rules that deny see it: its subcommands apart from its options, whatever their order. */
export interface CommandWords {
  readonly program: string;
  readonly path: readonly PathWord[];
  /** The words that are options, and what they are short for. */
  readonly options: readonly string[];
  /** The same without words that are short for several: what a rule with them is about. */
  readonly required: readonly string[];
  /** The option before the first word that is not known; the first word may be its value. */
  readonly unknownOption?: string | undefined;
  /** A word that may turn out to be options. */
  readonly loose?: string | undefined;
}

const sets = new Map<string, ReadonlySet<string>>();
const setOf = (text: string): ReadonlySet<string> => {
  const known = sets.get(text) ?? new Set(text.split(" "));
  sets.set(text, known);
  return known;
};

/** Options whose value is text of the user, whatever the program. */
const takesText = setOf("-m --message --title --body --notes --description");

/** The name of a program without its folder and its ending, in lower case. */
export const programName = (text: string): string =>
  text
    .slice(text.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/\.exe$|(-cli)?\.[cm]?js$/, "");

/** The words of a command, and of each command that it is the same as: `git-push` and `git push`, `python -m pip` and `pip`. */
export function spellingsOf(argv: readonly string[], certainty: readonly Certainty[]): CommandWords[] {
  const [name = "", ...args] = argv;
  const program = programName(name);
  const kinds = certainty.slice(1);
  const found = [[program, args, kinds] as const];
  const [other = "", ...before] = (sameProgram(program) ?? program.replace(/^git-(?=.)/, "git ")).split(" ");
  if (other !== program) found.push([other, [...before, ...args], [...before.map((): Certainty => "exact"), ...kinds]]);
  const at = /^(python|pypy|py)[\d.]*$/.test(program)
    ? args.findIndex((text) => /^-[a-zA-Z]*m./.test(text) || text === "-m")
    : -1;
  const attached = args[at]?.replace(/^-[a-zA-Z]*?m/, "") ?? "";
  const module = attached === "" ? args[at + 1] : attached;
  const skipped = at + (attached === "" ? 2 : 1);
  if (at >= 0 && module !== undefined) found.push([module, args.slice(skipped), kinds.slice(skipped)]);
  return found.flatMap(([each, words, own]) => rewritten(readWords(each, words, own)));
}

function readWords(program: string, args: readonly string[], kinds: readonly Certainty[]): CommandWords {
  const known = programOptions(program);
  const [values, flags] = [setOf(known?.values ?? ""), setOf(known?.flags ?? "")];
  const path: PathWord[] = [];
  const options: string[] = [];
  let unknownOption: string | undefined;
  let loose: string | undefined;
  let mayBeValue = false;
  let isOver = false;
  for (let i = 0; i < args.length; i++) {
    const [text = "", kind = "exact"] = [args[i], kinds[i]];
    if (!isOver && text === "--" && kind === "exact") {
      isOver = true;
      mayBeValue = false;
      continue;
    }
    if (isOver || !text.startsWith("-") || text === "-") {
      // `cargo +nightly test`: another toolchain.
      if (program === "cargo" && path.length === 0 && /^\+/.test(text)) continue;
      if (kind === "words" && !isOver && !takesText.has(args[i - 1] ?? "")) loose ??= text;
      path.push({ text, isExact: kind === "exact", mayBeValue });
      mayBeValue = false;
      continue;
    }
    if (kind !== "exact") loose ??= text;
    const [name = ""] = text.split("=", 1);
    options.push(text);
    mayBeValue = false;
    if (text.includes("=") ? values.has(name) || flags.has(name) : flags.has(name)) continue;
    if (values.has(name) && path.length === 0) {
      if (kinds[i + 1] === "words") loose ??= args[i + 1];
      i++;
      continue;
    }
    mayBeValue = !text.includes("=");
    if (path.length === 0 && !values.has(name)) unknownOption ??= text;
  }
  const start = `${program} ${path[0]?.text ?? ""}`;
  const short = impliedOptions.filter(([command]) => command === start);
  const implied = short.flatMap(([, word, more]) => (args.some((text) => word.test(text)) ? more.split(" ") : []));
  const required = [...options.filter((text) => !short.some(([, word]) => word.test(text))), ...implied];
  return { program, path, options: [...options, ...implied], required, unknownOption, loose };
}

/** With the words that its program takes for the same. */
function rewritten(words: CommandWords): CommandWords[] {
  const all = [words];
  for (const last of all) {
    const other = all.length < 4 ? sameWords(last) : undefined;
    if (other) all.push(other);
  }
  return all;
}

function sameWords(words: CommandWords): CommandWords | undefined {
  const { same = {} } = programOptions(words.program) ?? {};
  const [first = "", second = ""] = words.path.map(({ text, isExact }) => (isExact ? text : ""));
  const key = [`${first} ${second}`, first].find((each) => Object.hasOwn(same, each));
  if (key === undefined) return undefined;
  const to = (same[key] ?? "").split(" ").filter((text) => text !== "");
  const behind = words.path.slice(key.split(" ").length);
  return { ...words, path: [...to.map((text) => ({ text, isExact: true, mayBeValue: false })), ...behind] };
}

/** Whether a command has an option in any of its spellings: alone, among letters, shortened, or with a value. */
export function hasOption({ options }: CommandWords, option: string): boolean {
  const group = sameOption.find((each) => each.split(" ").includes(option))?.split(" ") ?? [option];
  return options.some((text) => {
    const [name = ""] = text.split("=", 1);
    return group.some((each) =>
      each.startsWith("--")
        ? name.startsWith("--") && name.length > 2 && each.startsWith(name)
        : name === each || (each.length === 2 && !text.startsWith("--") && text.includes(each.slice(1), 1)),
    );
  });
}
