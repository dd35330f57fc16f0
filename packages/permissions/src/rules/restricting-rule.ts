import { type CommandFacts, factsOf, type ProgramCall } from "@holdall/shell-analysis";
import { compileCommandRule, type Words, withoutOptions, wordsOf } from "./commands/command-rule.ts";
import { type CommandWords, hasOption, type PathWord, programName, spellingsOf } from "./commands/command-words.ts";
import { programOptions } from "./commands/program-options.ts";

/** `meets`: it is what the rule is about. A text: why that cannot be ruled out. */
export type Restriction = "meets" | { readonly unsure: string } | undefined;

/** A rule that denies or asks, ready to be held against all that a command starts. */
export type RestrictingRule = (facts: Pick<CommandFacts, "programs" | "unknowns">, depth?: number) => Restriction;

/**
 * Compile a rule that denies or asks. It is held against what a program would do: options before a subcommand, their order and
 * spelling, other names for the same, wrappers and paths make no difference. What may be meant without being certain is said.
 */
export function compileRestriction(specifier: string): RestrictingRule {
  const written = compileCommandRule(specifier);
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(specifier)?.[1];
  const words = (prefix ?? specifier).includes("*") ? [] : wordsOf(prefix ?? specifier);
  const targets = spellingsOf(
    words,
    words.map(() => "exact"),
  ).map((target) => ({ target, isPrefix: prefix !== undefined }));
  const [start = ""] = /^[^\s*:]*/.exec(specifier) ?? [];
  const wanted = { name: programName(words[0] ?? start), isAlone: words.length < 2 };
  const byWords = (call: Words): Restriction => {
    if (written(call) ?? written(underBaseName(call))) return "meets";
    const spelled = spellingsOf(call.argv, call.certainty);
    if (words.length === 0) return spelled.some((each) => written(asWritten(each, call))) ? "meets" : undefined;
    return strictest(spelled.map((each) => strictest(targets.map((target) => meet(target, each)))));
  };
  const byProgram = (program: ProgramCall, depth: number): Restriction => {
    const around = program.wrappers.flatMap((wrapper) => [wrapper, withoutOptions(wrapper, program)]);
    return (
      strictest([program, ...around].map(byWords)) ?? startsOther(program, wanted, (facts) => rule(facts, depth + 1))
    );
  };
  const rule: RestrictingRule = ({ programs, unknowns }, depth = 0) => {
    if (depth > 3) return { unsure: "its words name too many programs" };
    const open = unknowns.find(({ startsNothing }) => !startsNothing);
    return strictest([...programs.map((program) => byProgram(program, depth)), open && { unsure: open.reason }]);
  };
  return rule;
}

function strictest(all: readonly Restriction[]): Restriction {
  return all.includes("meets") ? "meets" : all.find((each) => each !== undefined);
}

function underBaseName(words: Words): Words {
  const [name = "", ...args] = words.argv;
  const argv = [programName(name), ...args];
  return { ...words, argv, text: argv.join(" ") };
}

/** A command without the options before its subcommand, for rules with wildcards. */
const asWritten = ({ program, path, options }: CommandWords, { risks, certainty }: Words): Words => {
  const argv = [program, ...path.map(({ text }) => text), ...options];
  return { argv, text: argv.join(" "), risks, certainty };
};

interface Target {
  readonly target: CommandWords;
  readonly isPrefix: boolean;
}

function meet({ target, isPrefix }: Target, words: CommandWords): Restriction {
  const { program, path, required } = target;
  if (!isSameProgram(program, words.program)) return undefined;
  // Of what a rule names behind its first option, order does not matter: `-X DELETE`, `-XDELETE`.
  const head = path.filter(({ mayBeValue }) => !mayBeValue);
  const values = path.filter(({ mayBeValue }) => mayBeValue);
  const found = strictest([meetPath(head, words), abbreviated(head, words)]);
  if (found === undefined) return undefined;
  const missing = [
    ...required.filter((option) => !hasAll(words, option)),
    ...values.filter(({ text }) => !hasValue(words, text)).map(({ text }) => text),
  ];
  if (missing.length > 0)
    return words.loose === undefined ? undefined : { unsure: `${words.loose} may turn out to be ${missing.join(" ")}` };
  const rest = words.path.slice(head.length).filter(({ text, mayBeValue }) => !mayBeValue && !isNamed(target, text));
  return isPrefix || rest.length === 0 ? found : undefined;
}

const isNamed = ({ path }: CommandWords, text: string) => path.some((word) => word.text === text);

/** `python` is `python3.12` as well, and `python3` is `python3.12`. */
const isSameProgram = (rule: string, name: string): boolean =>
  rule === name || (name.startsWith(rule) && /^[-.]?\d[\d.]*$/.test(name.slice(rule.length)));

/** `-rf` of a rule is `-r` and `-f`, unless it is one option, such as `-auto-approve`. */
function hasAll(words: CommandWords, option: string): boolean {
  if (words.options.some((each) => each === option || each.startsWith(`${option}=`))) return true;
  if (option.startsWith("--") || option.length === 2) return hasOption(words, option.split("=", 1)[0] ?? option);
  return Array.from(option.slice(1)).every((letter) => hasOption(words, `-${letter}`));
}

const hasValue = ({ path, options }: CommandWords, text: string): boolean =>
  path.some((word) => word.text === text) ||
  options.some((option) => option.endsWith(`=${text}`) || option.slice(2) === text);

type PathOf = Pick<CommandWords, "program" | "path" | "unknownOption">;

/** Whether the words of a command begin with those of a rule, where options that are not known may have values. */
function meetPath(head: readonly PathWord[], { program, path, unknownOption }: PathOf, at = 0): Restriction {
  const [wanted, ...others] = head;
  if (!wanted) return "meets";
  const known = programOptions(program);
  if (known && at === 0 && unknownOption !== undefined) return { unsure: `${unknownOption} is not a known option` };
  const word = path[at];
  if (!word) return undefined;
  if (!word.isExact) return { unsure: `${word.text} is only known when it runs` };
  const matched = word.text.toLowerCase() === wanted.text.toLowerCase();
  const met = matched ? meetPath(others, { program, path }, at + 1) : undefined;
  if (met !== undefined && !word.mayBeValue) return met;
  const skipped = word.mayBeValue ? (met ?? meetPath(head, { program, path }, at + 1)) : undefined;
  if (skipped !== undefined) return { unsure: `which word of it is the command is not certain` };
  if (at === 0 && known?.commands && !known.commands.split(" ").includes(word.text))
    return { unsure: `${word.text} may be an alias, or another program` };
  return undefined;
}

/** `npm pub` is `npm publish`. */
function abbreviated([wanted, ...others]: readonly PathWord[], { program, path }: CommandWords): Restriction {
  const [word, ...rest] = path;
  const { abbreviates, same = {} } = programOptions(program) ?? {};
  if (!abbreviates || !wanted || !word?.isExact || Object.hasOwn(same, word.text)) return undefined;
  const isShort = word.text.length > 1 && wanted.text.startsWith(word.text);
  return isShort ? meetPath(others, { program, path: rest }) : undefined;
}

/** Programs that run what their words say, also after another program. */
const starters =
  /^(sh|bash|dash|zsh|ksh|fish|env|xargs|sudo|doas|exec|eval|busybox|nohup|timeout|nice|parallel|python[\d.]*|perl|ruby|node|php)$/;

/** The program that a rule is about. */
interface RuleProgram {
  readonly name: string;
  readonly isAlone: boolean;
}

/** What a program may start that is not looked through: one that a risk of it adds, or one that its words name. */
function startsOther(program: ProgramCall, wanted: RuleProgram, rule: RestrictingRule): Restriction {
  const { argv, certainty, text, isKnown, risks } = program;
  const risk = risks.find(({ startsNothing }) => !startsNothing);
  if (risk) return { unsure: `${text}: ${risk.reason}` };
  if (isKnown) return undefined;
  let tried = 0;
  const named = argv.slice(1).flatMap((each, i): Restriction[] => {
    if (certainty[i + 1] !== "exact") return [];
    const value = each.replace(/^--?[\w-]+=/, "");
    const name = programName(value);
    if (!/\s/.test(value) && name !== wanted.name && !starters.test(name)) return [];
    if (++tried > 8) return [{ unsure: "its words name too many programs" }];
    if (/\s/.test(value)) return [rule(onlyPrograms(value))];
    const behind = argv.slice(i + 2);
    if (behind.length === 0)
      return [
        /^([bdzk]?a?sh|fish)$/.test(name) ? "meets" : name === wanted.name && wanted.isAlone ? "meets" : undefined,
      ];
    const command = [
      quoted(value),
      ...behind.map((word, j) => (certainty[i + 2 + j] === "exact" ? quoted(word) : word)),
    ];
    return [rule(factsOf({ action: "execute", target: command.join(" ") }))];
  });
  return named.some((each) => each !== undefined) ? { unsure: `${text} may start what its words name` } : undefined;
}

/** Text is often only text: what it could run counts, and not that it cannot be read. */
const onlyPrograms = (text: string): Pick<CommandFacts, "programs" | "unknowns"> => ({
  programs: factsOf({ action: "execute", target: text.replace(/^[!:.\\]+ *|^[A-Za-z]+:/, "") }).programs,
  unknowns: [],
});

const quoted = (text: string) => `'${text.split("'").join(`'\\''`)}'`;
