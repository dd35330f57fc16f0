import { familyOf } from "./families/family-of.ts";
import type { Language } from "./language.ts";
import { outlineOf } from "./outline.ts";
import { type Tokens, textOf, token, tokenAt } from "./scan/tokens.ts";
import type { CodeSymbol } from "./symbol.ts";

/** The number of paths through a function, and its nesting depth. */
export interface Complexity {
  readonly symbol: CodeSymbol;
  /** Branches, loops, cases, handlers and logical operators, plus one. */
  readonly cyclomatic: number;
  readonly lines: number;
  /** The maximum nesting of blocks; 0 for languages without braces. */
  readonly depth: number;
}

const branches = new Set(
  "if elif elseif elsif unless while until for foreach case when catch except rescue match guard loop and or select".split(
    " ",
  ),
);
const notBranches: Readonly<Record<string, ReadonlySet<string>>> = {
  rust: new Set(["case", "when", "and", "or", "select"]),
  go: new Set(["and", "or", "when", "match", "loop"]),
  kotlin: new Set(["case", "and", "or"]),
  ruby: new Set(["case", "match", "select", "loop", "for"]),
  python: new Set(["match", "select", "loop", "when"]),
  shell: new Set(["case", "and", "or", "match", "select", "when", "loop"]),
};
const common = new Set(["match", "when", "select", "and", "or", "loop", "guard"]);
const withWords = new Set([
  "python",
  "ruby",
  "php",
  "lua",
  "kotlin",
  "rust",
  "swift",
  "elixir",
  "powershell",
  "go",
  "shell",
]);

/** Get the complexity of every function of a text, most complex first. Nested functions are also counted separately. */
export function complexityOf(text: string, language: Language): readonly Complexity[] {
  const family = familyOf(language);
  if (!family) return [];
  const functions = outlineOf(text, language).filter(
    ({ kind }) => kind === "function" || kind === "method" || kind === "constructor" || kind === "test",
  );
  if (functions.length === 0) return [];
  const tokens = family.tokens(text);
  const weights = weightsOf(tokens, language);
  return functions
    .map((symbol) => {
      const from = tokenAt(tokens, symbol.start);
      const to = tokenAt(tokens, Math.max(symbol.start, symbol.end - 1));
      return {
        symbol,
        cyclomatic: 1 + weights[to + 1]! - weights[Math.max(from, 0)]!,
        lines: symbol.endLine - symbol.line + 1,
        depth: depthOf(tokens, Math.max(from, 0), to),
      };
    })
    .sort((a, b) => b.cyclomatic - a.cyclomatic || b.lines - a.lines);
}

/** Branches before each token, summed up. */
function weightsOf(tokens: Tokens, language: Language): Int32Array {
  const sums = new Int32Array(tokens.count + 2);
  const ignored = notBranches[language];
  for (let at = 0; at < tokens.count; at++) {
    sums[at + 1] = sums[at]! + (isBranch(tokens, at, language, ignored) ? 1 : 0);
  }
  sums[tokens.count + 1] = sums[tokens.count]!;
  return sums;
}

function isBranch(tokens: Tokens, at: number, language: Language, ignored: ReadonlySet<string> | undefined): boolean {
  const type = tokens.type[at]!;
  if (type === token.word) {
    const before = at > 0 ? tokens.type[at - 1]! : 0;
    if (before === token.dot || tokens.end[at]! - tokens.start[at]! > 7) return false;
    const word = textOf(tokens, at);
    if (!branches.has(word) || ignored?.has(word)) return false;
    return withWords.has(language) || !common.has(word);
  }
  const next = at + 1 < tokens.count ? tokens.type[at + 1]! : 0;
  if ((type === token.ampersand || type === token.pipe) && next === type && tokens.start[at + 1] === tokens.end[at])
    return true;
  if (type !== token.question) return false;
  if (next === token.question) return tokens.start[at + 1] === tokens.end[at];
  const before = at > 0 ? tokens.type[at - 1]! : 0;
  if (before === token.question && tokens.end[at - 1] === tokens.start[at]) return false;
  return (
    language !== "rust" &&
    language !== "kotlin" &&
    language !== "swift" &&
    next !== token.colon &&
    next !== token.comma &&
    next !== token.closeParen &&
    next !== token.equals &&
    next !== token.semicolon
  );
}

function depthOf(tokens: Tokens, from: number, to: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = from; at <= to; at++) {
    if (tokens.type[at] === token.openBrace) deepest = Math.max(deepest, ++depth);
    else if (tokens.type[at] === token.closeBrace) depth--;
  }
  return Math.max(0, deepest - 1);
}
