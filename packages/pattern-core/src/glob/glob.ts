import { labelsOf, stateAfter } from "../matcher/scan-text.ts";
import { PatternError } from "../pattern-error.ts";
import { side } from "../regex/alphabet.ts";
import { createAutomaton, dead } from "../regex/automaton.ts";
import { compile } from "../regex/program.ts";
import { assert, type Node, sequence } from "../regex/syntax.ts";
import { parseWildcards } from "./wildcards.ts";

export interface GlobOptions {
  /** Wildcards match names that begin with a dot; otherwise only a dot that is written matches one. */
  readonly hidden?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** A pattern without a slash matches at any depth. True unless set. */
  readonly anyDepth?: boolean | undefined;
}

/** A compiled glob. The time of a match is proportional to the length of the path, for every pattern. */
export interface Glob {
  readonly pattern: string;
  /** The pattern began with `!`: `matches` is already the other way round. */
  readonly negated: boolean;
  /** The folder that everything matched is in or is, as far as the pattern spells it out; empty when it does not. */
  readonly prefix: string;
  /** Test a path relative to the folder of the pattern: no leading `/`, `/` between names. */
  matches(relativePath: string): boolean;
  /** False only if nothing below a folder can match, so that a walk can skip it; takes the same kind of path. */
  reaches(relativeFolder: string): boolean;
}

const maxLength = 4_096;

/**
 * Compile a glob: `*`, `?`, `**`, `[a-z]`, `[!a-z]`, `[^a-z]`, `{a,b}`, `{1..9}`, `\` escapes, a leading `!` to negate.
 * A leading `/` or `./` anchors it to the folder that paths are relative to.
 * Throws PatternError for extended patterns such as `@(a|b)` and for patterns that would expand too far.
 */
export function compileGlob(
  pattern: string,
  { hidden = false, ignoreCase = false, anyDepth = true }: GlobOptions = {},
): Glob {
  if (pattern.length > maxLength) throw new PatternError(`the glob is longer than ${maxLength} characters`, maxLength);
  const [, marks = "", anchor = "", body = ""] = /^((?:!(?!\())*)((?:\.?\/)*)(.*)$/s.exec(pattern) ?? [];
  const negated = marks.length % 2 === 1;
  const floats = anyDepth && anchor === "" && !body.includes("/");
  const options = { ignoreCase, hidden, shell: true };
  const parsed = parseWildcards(floats ? `**/${body}` : body, options);
  const prefix = floats || negated || ignoreCase ? "" : literalPrefix(body);
  const rest = restAfter(prefix, body);
  const whole = () => matcherOf(parsed);
  const { matches, reaches } =
    rest === undefined ? whole() : below(prefix, matcherOf(parseWildcards(rest, options)), whole);
  return {
    pattern,
    negated,
    prefix,
    matches: negated ? (path) => !matches(path) : matches,
    reaches: negated ? () => true : reaches,
  };
}

type Matcher = Pick<Glob, "matches" | "reaches">;

const nothing: Matcher = { matches: () => false, reaches: () => false };

function matcherOf(node: Node | undefined): Matcher {
  if (!node) return nothing;
  const program = compile([{ node: sequence(node, assert("text-end")), label: 0 }]);
  const automaton = createAutomaton(program, { anchored: true, lines: false });
  const start = () => automaton.start(side.none);
  return {
    matches: (path) => labelsOf(automaton, path, start()).length > 0,
    reaches: (folder) => stateAfter(automaton, `${folder}/`, start()) !== dead,
  };
}

/** A matcher for what is below a folder: an automaton would learn the folder's name letter by letter. */
function below(folder: string, rest: Matcher, whole: () => Matcher): Matcher {
  const start = `${folder}/`;
  return {
    matches: (path) =>
      path.startsWith(start) ? rest.matches(path.slice(start.length)) : path === folder && whole().matches(path),
    reaches(path) {
      if (path.length > folder.length) return path.startsWith(start) && rest.reaches(path.slice(start.length));
      return start.startsWith(`${path}/`);
    },
  };
}

/** What follows the prefix of a pattern, when that is written as it reads. */
function restAfter(prefix: string, body: string): string | undefined {
  const isPlain = prefix !== "" && body.startsWith(`${prefix}/`) && !/(?:^|\/)\.{0,2}(?:\/|$)|\\/.test(prefix);
  return isPlain && body.length > prefix.length + 1 ? body.slice(prefix.length + 1) : undefined;
}

/** The leading names of a pattern that hold no wildcard. The last name counts only when something follows it. */
function literalPrefix(body: string): string {
  const special = /(?<!\\)(?:\\\\)*(?:[*?[{]|[@+!]\()/.exec(body);
  const literal = special ? body.slice(0, body.lastIndexOf("/", special.index + special[0].length - 1) + 1) : body;
  return literal.replace(/\\(.)/gsu, "$1").replace(/\/+$/, "");
}
