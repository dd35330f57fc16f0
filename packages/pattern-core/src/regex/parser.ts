import { PatternError } from "../pattern-error.ts";
import { createClassReader } from "./character-class.ts";
import { type Assertion, assert, charSet, classSet, either, type Node, one, repeat, sequence } from "./syntax.ts";

interface Flags {
  readonly ignoreCase: boolean;
  /** `^` and `$` hold at every line. */
  readonly lines: boolean;
  readonly dotAll: boolean;
  readonly swapGreed: boolean;
  readonly verbose: boolean;
  /** Classes and properties are those of Unicode; else of ASCII. */
  readonly unicode: boolean;
}

const letters: Readonly<Record<string, keyof Flags>> = {
  i: "ignoreCase",
  m: "lines",
  s: "dotAll",
  U: "swapGreed",
  x: "verbose",
  u: "unicode",
};
const edges: ReadonlyMap<string | undefined, readonly Assertion[]> = new Map([
  ["b", ["word-edge"]],
  ["B", ["no-word-edge"]],
  ["<", ["word-edge", "no-word-before"]],
  [">", ["word-edge", "no-word-after"]],
  ["A", ["text-start"]],
  ["z", ["text-end"]],
]);
const wordEdges: Readonly<Record<string, readonly Assertion[]>> = {
  start: ["word-edge", "no-word-before"],
  end: ["word-edge", "no-word-after"],
  "start-half": ["no-word-before"],
  "end-half": ["no-word-after"],
};
const maxDepth = 150;
const maxCount = 1_000;

/**
 * Read a regular expression in the dialect of Rust's regex crate and RE2: Unicode classes, lazy repetition, flags, class
 * set operations; no look-around and no backreferences. Throws PatternError.
 */
export function parseRegex(pattern: string, options: { readonly ignoreCase: boolean; readonly dotAll: boolean }): Node {
  const reader = createClassReader(pattern);
  const groupNames = new Set<string>();
  let flags: Flags = { ...options, lines: true, swapGreed: false, verbose: false, unicode: true };

  const fail = (message: string, position: number, hint?: string): never => {
    throw new PatternError(message, position, hint);
  };

  const skipBlanks = () => {
    if (!flags.verbose) return;
    const blank = /(?:\s|#.*)*/y;
    blank.lastIndex = reader.at;
    blank.test(pattern);
    reader.at = blank.lastIndex;
  };

  const alternatives = (depth: number): Node => {
    const found: Node[] = [branch(depth)];
    while (pattern[reader.at] === "|") {
      reader.at++;
      found.push(branch(depth));
    }
    return found.length === 1 && found[0] ? found[0] : either(...found);
  };

  const branch = (depth: number): Node => {
    const nodes: Node[] = [];
    for (;;) {
      skipBlanks();
      const next = pattern[reader.at];
      if (next === undefined || next === "|" || next === ")") return sequence(...nodes);
      const node = atom(depth);
      if (node) nodes.push(repeated(node));
    }
  };

  /** One item without its repetition; nothing for flags that hold to the end of the group. */
  const atom = (depth: number): Node | undefined => {
    const start = reader.at;
    const codePoint = pattern.codePointAt(start) ?? 0;
    const char = String.fromCodePoint(codePoint);
    reader.at += char.length;
    switch (char) {
      case "(":
        return group(start, depth);
      case "[":
        return one(safeClass(reader.brackets(flags.unicode), start));
      case ".":
        return one(classSet(flags.dotAll ? "\\p{Any}" : "^\\n"));
      case "^":
        return assert(flags.lines ? "line-start" : "text-start");
      case "$":
        return assert(flags.lines ? "line-end" : "text-end");
      case "*":
      case "+":
      case "?":
      case "{":
        return fail(`"${char}" has nothing to repeat`, start, `Write \\${char} for the character itself.`);
      case "\\": {
        const named = /b\{(start|end)(?:-half)?\}/y;
        named.lastIndex = reader.at;
        const found = named.exec(pattern)?.[0];
        const edge = found ? wordEdges[found.slice(2, -1)] : edges.get(pattern[reader.at]);
        if (edge) {
          reader.at += found?.length ?? 1;
          return sequence(...edge.map(assert));
        }
        const escaped = reader.escape(flags.unicode);
        return one(
          "source" in escaped
            ? classSet(escaped.source, flags.ignoreCase)
            : charSet(escaped.codePoint, flags.ignoreCase),
        );
      }
      default:
        return one(charSet(codePoint, flags.ignoreCase));
    }
  };

  const safeClass = (source: string, position: number) => {
    try {
      return classSet(source, flags.ignoreCase);
    } catch {
      return fail("the class cannot be read", position, "Write it with plain characters and ranges.");
    }
  };

  const group = (start: number, depth: number): Node | undefined => {
    if (depth >= maxDepth) fail("groups are nested too deeply", start);
    const outer = flags;
    if (pattern[reader.at] === "?") {
      const head =
        /\?(?:P?<(?<name>[\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*)>|([imsUxu]*)(?:-([imsUxu]+))?([:)]))/uy;
      head.lastIndex = reader.at;
      const found = head.exec(pattern);
      if (!found) {
        return /^\?<?[=!]/.test(pattern.slice(reader.at))
          ? fail("look-around is not supported", start, "Search for the text itself and leave out what surrounds it.")
          : fail("the group has an unknown prefix", start, "Groups are (…), (?:…), (?<name>…) and (?i:…).");
      }
      reader.at = head.lastIndex;
      const name = found.groups?.name;
      if (name !== undefined && groupNames.has(name))
        fail(`there are two groups named "${name}"`, start, "Give each group its own name, or write (…).");
      if (name !== undefined) groupNames.add(name);
      for (const letter of found[2] ?? "") flags = withFlag(flags, letter, true);
      for (const letter of found[3] ?? "") flags = withFlag(flags, letter, false);
      if (found[4] === ")") return undefined;
    }
    const node = alternatives(depth + 1);
    if (pattern[reader.at] !== ")")
      fail("the group is not closed", start, String.raw`Close it with ), or write \( for a literal parenthesis.`);
    reader.at++;
    flags = outer;
    return node;
  };

  const repeated = (atomNode: Node): Node => {
    let node = atomNode;
    for (;;) {
      skipBlanks();
      const at = reader.at;
      const counts = countsAt(at);
      if (!counts) return node;
      const [min, max] = counts;
      if ((Number.isFinite(max) ? max : min) > maxCount)
        fail(`a repetition count may be at most ${maxCount}`, at, "Use a smaller count, or * and +.");
      if (max < min) fail("the repetition counts are out of order", at, "Put the smaller count first.");
      const lazy = pattern[reader.at] === "?";
      if (lazy) reader.at++;
      node = repeat(node, min, max, lazy === flags.swapGreed);
    }
  };

  /** The counts of a repetition at an index, read past it; nothing where there is none. */
  const countsAt = (at: number): readonly [number, number] | undefined => {
    const char = pattern[at];
    if (char === "*" || char === "+" || char === "?") {
      reader.at++;
      return [char === "+" ? 1 : 0, char === "?" ? 1 : Number.POSITIVE_INFINITY];
    }
    if (char !== "{") return undefined;
    const counted = /\{\s*(\d+)\s*(,\s*(\d+)?\s*)?\}/y;
    counted.lastIndex = at;
    const found = counted.exec(pattern);
    if (!found)
      return fail(
        "the { does not start a repetition count",
        at,
        String.raw`Write \{ for a literal brace, or {2}, {2,} or {2,5}.`,
      );
    reader.at = counted.lastIndex;
    const min = Number(found[1]);
    return [min, found[2] ? Number(found[3] ?? Number.POSITIVE_INFINITY) : min];
  };

  const node = alternatives(0);
  if (reader.at < pattern.length)
    fail('the ")" does not close a group', reader.at, String.raw`Write \) for a literal parenthesis.`);
  return node;
}

function withFlag(flags: Flags, letter: string, on: boolean): Flags {
  const name = letters[letter];
  return name ? { ...flags, [name]: on } : flags;
}
