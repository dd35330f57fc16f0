import { analyzeCommand, type ProgramCall, type Risk, type Wrapper } from "@holdall/shell-analysis";
import { compileWildcard } from "../wildcard.ts";

/** What a rule is held against: a program, or one that wraps another. */
export type Words = Pick<ProgramCall, "argv" | "text" | "risks" | "certainty">;

/** How a rule's specifier meets a program: not at all, or with the risks that it does not name. */
export interface CommandMatch {
  readonly uncovered: readonly Risk[];
  /** How many words it writes; none with a wildcard among them. */
  readonly words: number;
}

export type CommandMatcher = (program: Words) => CommandMatch | undefined;

/**
 * Compile `git status` (exactly these words), `git push:*` and `git push *` (these words and any more), or `*` anywhere
 * (any text, on the canonical line). Words are compared after quotes and escapes. A rule covers a risk, such as
 * `python -c`, when it writes the words of it.
 */
export function compileCommandRule(specifier: string): CommandMatcher {
  if (specifier === "*") return (program) => ({ uncovered: program.risks, words: 0 });
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(specifier)?.[1];
  const written = prefix ?? specifier;
  if (written.includes("*")) return byWildcard(specifier, prefix);
  const words = wordsOf(written);
  return (program) => {
    const { argv, risks } = program;
    if (prefix === undefined ? argv.length !== words.length : argv.length < words.length) return undefined;
    if (!words.every((word, i) => argv[i] === word)) return undefined;
    const uncovered = risks.filter(
      (risk) =>
        risk.words.length === 0 || !risk.words.every((word) => words.includes(word) || covers(words, risk.words, word)),
    );
    return { uncovered, words: words.length };
  };
}

/** `python -c` covers the risk of `-c` with whatever code comes behind it, and `sed -n` nothing: the script is not its value. */
const covers = (words: readonly string[], risk: readonly string[], word: string) => {
  const last = words.at(-1) ?? "";
  return words.length > 1 && last.startsWith("-") && risk.includes(last) && !word.startsWith("-");
};

function byWildcard(specifier: string, prefix: string | undefined): CommandMatcher {
  // `a *` also means `a` alone: the words before are all that counts.
  const matches = [
    compileWildcard(specifier.replace(/:\*$/, " *")),
    ...(prefix === undefined ? [] : [compileWildcard(prefix)]),
  ];
  return ({ text, argv, risks }) =>
    matches.some((match) => match(text) || match(argv.join(" "))) ? { uncovered: risks, words: 0 } : undefined;
}

/** The words of a rule as those of a program are compared: `sudo ls` with those of the wrapper. */
export const wordsOf = (text: string): readonly string[] => {
  const { programs } = analyzeCommand(text);
  const outer = programs[0]?.wrappers[0];
  if (outer) return programs.every(({ wrappers }) => wrappers[0] === outer) ? outer.argv : text.split(/\s+/);
  return programs[0] && programs.length === 1 ? programs[0].argv : text.split(/\s+/);
};

/** `sudo -n rm x` as `sudo rm x`: what a rule that denies `sudo rm` means. */
export function withoutOptions({ argv: [name = ""], risks }: Wrapper, program: ProgramCall): Words {
  const argv = [name, ...program.argv];
  return { argv, text: argv.join(" "), risks, certainty: ["exact", ...program.certainty] };
}

/**
 * How a rule that allows meets a program. One that is written with its wrapper and what comes behind it, such as `sudo ls`,
 * speaks of both; one that ends before that, such as `sudo`, of the wrapper alone.
 */
export function meetsProgram(matcher: CommandMatcher, program: ProgramCall): CommandMatch | undefined {
  const direct = matcher(program);
  if (direct && direct.uncovered.length === 0) return direct;
  const { wrappers, risks } = program;
  const through = wrappers.flatMap((wrapper, i) => {
    const between = wrappers.slice(i);
    const own = between.reduce((sum, { ownWords }) => sum + ownWords, 0);
    const found = matcher({ ...wrapper, risks: [...between.flatMap((each) => each.risks), ...risks] });
    return found && (found.words > own || found.words === wrapper.argv.length) ? [found] : [];
  });
  return through.find(({ uncovered }) => uncovered.length === 0) ?? direct ?? through[0];
}
