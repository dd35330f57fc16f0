import { analyzeCommand, type ProgramCall } from "@holdall/command-core";
import { compileWildcard } from "./_wildcard.ts";

/** How a rule's specifier meets a program: not at all, or with the risks that it does not name. */
export interface CommandMatch {
  readonly uncovered: ProgramCall["risks"];
}

export type CommandMatcher = (program: ProgramCall) => CommandMatch | undefined;

/**
 * Compile `git status` (exactly these words), `git push:*` and `git push *` (these words and any more), or `*` anywhere
 * (any text, on the canonical line). Words are compared after quotes and escapes. A rule covers a risk, such as
 * `python -c`, when it writes the words of it.
 */
export function compileCommandRule(specifier: string): CommandMatcher {
  if (specifier === "*") return (program) => ({ uncovered: program.risks });
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(specifier)?.[1];
  const written = prefix ?? specifier;
  if (written.includes("*")) return byWildcard(specifier, prefix);
  const words = wordsOf(written);
  return (program) => {
    const { argv, risks } = program;
    if (prefix === undefined ? argv.length !== words.length : argv.length < words.length) return undefined;
    if (!words.every((word, i) => argv[i] === word)) return undefined;
    return {
      uncovered: risks.filter(
        (risk) => risk.words.length === 0 || !risk.words.every((word) => words.includes(word) || covers(words, word)),
      ),
    };
  };
}

/** `python -c` covers the risk of `-c` with whatever code comes behind it. */
const covers = (words: readonly string[], word: string) =>
  words.length > 1 && words.at(-1)?.startsWith("-") && !word.startsWith("-");

function byWildcard(specifier: string, prefix: string | undefined): CommandMatcher {
  // `a *` also means `a` alone: the words before are all that counts.
  const matches = [
    compileWildcard(specifier.replace(/:\*$/, " *")),
    ...(prefix === undefined ? [] : [compileWildcard(prefix)]),
  ];
  return ({ text, argv, risks }) =>
    matches.some((match) => match(text) || match(argv.join(" "))) ? { uncovered: risks } : undefined;
}

const wordsOf = (text: string): readonly string[] => {
  const [program, ...more] = analyzeCommand(text).programs;
  return program && more.length === 0 && program.wrappers.length === 0 ? program.argv : text.split(/\s+/);
};

/** A deny or ask rule also meets the program under another path, and whatever comes behind its words. */
export function meetsAnyhow(matcher: CommandMatcher, program: ProgramCall): boolean {
  const [name = "", ...args] = program.argv;
  const base = name.slice(name.lastIndexOf("/") + 1);
  return (
    matcher(program) !== undefined ||
    matcher({ ...program, argv: [base, ...args], text: [base, ...args].join(" ") }) !== undefined
  );
}
