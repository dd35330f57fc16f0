import { PatternError } from "../pattern-error.ts";
import { assert, charSet, either, literal, type Node, notSlash, one, repeat, sequence } from "../regex/syntax.ts";
import { readWildcardClass } from "./wildcard-class.ts";

export interface WildcardOptions {
  readonly ignoreCase: boolean;
  /** Wildcards match the leading dot of a name. */
  readonly hidden: boolean;
  /** `{a,b}`, `{1..3}` and `@(a|b)` are alternatives, as in shells. */
  readonly shell?: boolean;
}

const maxDepth = 50;
const maxRange = 1_000;
const slash = one(charSet(47));

/**
 * Read a pattern of `*`, `?`, `**`, classes and braces over paths. With braces `a/**` matches `a` as well, as in
 * shells; without, it does not, as in git. Nothing when the pattern is broken and can never match.
 */
export function parseWildcards(
  pattern: string,
  { ignoreCase, hidden, shell = false }: WildcardOptions,
): Node | undefined {
  let at = 0;
  let broken = false;
  const open = hidden ? sequence() : assert("open");
  const name = sequence(open, repeat(one(notSlash), shell ? 1 : 0));
  const folders = repeat(sequence(name, slash));
  const anything = sequence(folders, name);

  /** What comes before one of the characters that end it, at which it stops. */
  const parts = (depth: number, ends: string): Node => {
    if (depth > maxDepth) throw new PatternError("groups are nested too deeply", at);
    const nodes: Node[] = [];
    while (at < pattern.length && !ends.includes(pattern[at]!)) nodes.push(part(depth));
    return sequence(...nodes);
  };

  const part = (depth: number): Node => {
    const char = pattern[at];
    const grouped = shell && pattern[at + 1] === "(" ? group(depth) : undefined;
    if (grouped) return grouped;
    switch (char) {
      case "*":
        return stars();
      case "/": {
        const below = /(?<!\*)\/\*\*+(?=$|[},|)])/y;
        below.lastIndex = at;
        if (!shell || !below.test(pattern)) break;
        at = below.lastIndex;
        return repeat(sequence(slash, name));
      }
      case "?":
        at++;
        return sequence(open, one(notSlash));
      case "[": {
        const found = readWildcardClass(pattern, at, ignoreCase);
        if (!found && !shell) broken = true;
        if (!found) break;
        at = found.end;
        if (found.set) return sequence(open, one(found.set));
        broken = true;
        return sequence();
      }
      case "{": {
        const found = shell ? (range() ?? choice(depth)) : undefined;
        if (found) return found;
        break;
      }
      case "\\":
        if (at + 1 < pattern.length) at++;
        else if (!shell) broken = true;
    }
    const codePoint = pattern.codePointAt(at) ?? 0;
    at += codePoint > 0xffff ? 2 : 1;
    return one(charSet(codePoint, ignoreCase));
  };

  const stars = (): Node => {
    const start = at;
    do at++;
    while (pattern[at] === "*" && !(shell && pattern[at + 1] === "("));
    const next = pattern[at];
    // Git takes off what comes before the first wildcard, and then finds `**` at the beginning.
    const begins = !shell && !/[*?[\\]/.test(pattern.slice(0, start));
    const opens = begins || (shell ? "/{,(|" : "/").includes(pattern[start - 1] ?? "/");
    const closes = (shell ? "/},)|" : "/").includes(next ?? "/");
    if (at - start < 2 || !opens || !closes) return sequence(open, repeat(one(notSlash)));
    if (next !== "/") return anything;
    at++;
    return folders;
  };

  /** `{1..20}`, `{01..20..2}`, `{a..f}`: each value is an alternative. */
  const range = (): Node | undefined => {
    const written = /\{(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?\}/y;
    written.lastIndex = at;
    const [whole, low = "", high = "", by] = written.exec(pattern) ?? [];
    if (whole === undefined) return undefined;
    const letters = /[a-zA-Z]/.test(low);
    if (letters !== /[a-zA-Z]/.test(high)) return undefined;
    const [from, to] = letters ? [low.charCodeAt(0), high.charCodeAt(0)] : [Number(low), Number(high)];
    const size = Math.max(1, Math.abs(Number(by ?? 1)));
    const count = Math.floor(Math.abs(to - from) / size) + 1;
    if (count > maxRange)
      throw new PatternError(`the range has more than ${maxRange} values`, at, "Use * and a narrower pattern.");
    at += whole.length;
    const width = /^-?0\d/.test(low) || /^-?0\d/.test(high) ? Math.max(low.length, high.length) : 0;
    const values = Array.from({ length: count }, (_, i) => from + Math.sign(to - from) * i * size);
    return either(
      ...values.map((value) =>
        literal(letters ? String.fromCharCode(value) : String(value).padStart(width, "0"), ignoreCase),
      ),
    );
  };

  const choice = (depth: number): Node | undefined => {
    if (!closes(pattern, at, "{},")) return undefined;
    return either(...alternatives(depth, ",}"));
  };

  /** `@(a|b)` one of them, `?(a|b)` or none, `*(a|b)` any number, `+(a|b)` one or more. */
  const group = (depth: number): Node | undefined => {
    const kind = pattern[at];
    if (!kind || !"@?*+!".includes(kind) || !closes(pattern, at + 1, "()")) return undefined;
    if (kind === "!") {
      const hint = "Name what you want, or exclude files with a glob that starts with !, such as !*.test.ts.";
      throw new PatternError("!(a|b) is not supported", at, hint);
    }
    at++;
    const node = either(...alternatives(depth, "|)"));
    return kind === "@" ? node : repeat(node, kind === "+" ? 1 : 0, kind === "?" ? 1 : undefined);
  };

  /** From an opening character on to the one that closes, with a separator between two. */
  const alternatives = (depth: number, ends: string): Node[] => {
    const nodes: Node[] = [];
    do {
      at++;
      nodes.push(parts(depth + 1, ends));
    } while (pattern[at] === ends[0]);
    at++;
    return nodes;
  };

  const node = parts(0, "");
  return broken ? undefined : node;
}

/**
 * True when the first of the marks is at `start`, is closed by the second, and has the third, if any, directly inside.
 */
function closes(pattern: string, start: number, [open, close, separator]: string): boolean {
  let depth = 0;
  let separated = separator === undefined;
  for (let i = start; i < pattern.length; i++) {
    const char = pattern[i];
    if (char === "\\") i++;
    else if (char === open) depth++;
    else if (char === separator && depth === 1) separated = true;
    else if (char === close && --depth === 0) return separated;
  }
  return false;
}
