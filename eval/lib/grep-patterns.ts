import { seeded } from "./seeded.ts";

/** A search as a model may ask for it. */
export interface RandomSearch {
  readonly pattern: string;
  readonly ignore_case?: boolean;
  readonly word?: boolean;
  readonly multiline?: boolean;
  readonly glob?: string;
}

const atoms = [
  ..."abxyz_019 ",
  "foo",
  "Foo",
  "bar",
  "return",
  "é",
  "日",
  ".",
  "\\d",
  "\\w",
  "\\s",
  "\\S",
  "\\D",
  "\\W",
  "[a-z]",
  "[^a-z]",
  "[[:upper:]]",
  "[\\w-]",
  "[a-y&&[^b]]",
  "\\p{L}",
  "\\pN",
  "\\x41",
  "\\x{e9}",
  "\\u0061",
  "\\t",
  "(?-u:\\w+)",
  "(?-u:\\d)",
];
const escapes = Array.from("!\"#$%&'()*+,-./:;=?@[\\]^_`{|}~ ", (sign) => `\\${sign}`);
const edges = ["^", "$", "\\b", "\\B", "\\<", "\\>", "\\b{start}", "\\b{end}", "\\b{end-half}"];
/** In a search across lines ripgrep takes them for the ends of lines, unless the pattern has a line break. */
const textEdges = ["\\A", "\\z"];
const counts = ["*", "+", "?", "{2}", "{1,3}", "{0,}", "*?", "+?", "{2,1}", "{,2}", "{"];
const groups = ["(", "(?:", "(?i:", "(?s:", "(?x: ", "(?-i:", "(?<n>", "(?P<m>", "(?<n>", "(?=", "(?<!"];
const heads = ["(?i)", "(?s)", "(?m)", "(?U)", "(?x)", "(?x) # text\n"];
const globs = ["*.txt", "!b.txt", "{a,c}.*", "sub/**", "**/*.ts", "[ab].txt", "*"];

/** The same searches for the same seed: one in ten or so is not a pattern at all. */
export function randomSearches(seed: number, count: number): RandomSearch[] {
  const { below, pick } = seeded(seed);
  let multiline = false;
  const item = (depth: number): string => {
    const roll = below(20);
    if (roll < 10) return pick(atoms);
    if (roll < 12) return pick(escapes);
    if (roll < 14) return pick([...edges, ...(multiline ? ["\\n"] : textEdges)]);
    if (roll < 16 && depth < 3) return `${pick(groups)}${branch(depth + 1)})`;
    if (roll < 17 && depth < 3) return `(?:${branch(depth + 1)}|${branch(depth + 1)})`;
    return `${pick(atoms)}${pick(counts)}`;
  };
  const branch = (depth: number): string => Array.from({ length: 1 + below(3) }, () => item(depth)).join("");
  return Array.from({ length: count }, () => {
    multiline = below(6) === 0;
    const body = Array.from({ length: 1 + below(3) }, () => item(0)).join("");
    const pattern = `${below(12) === 0 ? pick(heads) : ""}${body}${below(60) === 0 ? pick([")", "]", "\\", "["]) : ""}`;
    return {
      pattern,
      ...(below(4) === 0 && { ignore_case: true }),
      ...(below(6) === 0 && { word: true }),
      ...(multiline && { multiline: true }),
      ...(below(6) === 0 && { glob: pick(globs) }),
    };
  });
}

const line = 'foo bar|return x;|a_1 = "Foo"|  abc-xyz 09|été 日本|	tab| |end.|x: (y) [z] {0}|A!b@c#d%e|aa bb aab';

/** Files with line ends of both kinds, mixed ones, and none at the end. */
export function lineFiles(seed: number): Readonly<Record<string, string>> {
  const { below, pick } = seeded(seed);
  const lines = [...line.split("|"), "", ""];
  const text = (ends: readonly string[], last: boolean): string => {
    const found = Array.from({ length: 14 + below(10) }, () => `${pick(lines)}${pick(ends)}`).join("");
    return last ? found : found.replace(/\r?\n$/, "");
  };
  return {
    "a.txt": text(["\r\n"], true),
    "b.txt": text(["\n"], true),
    "c.ts": text(["\r\n", "\n"], true),
    "sub/d.txt": text(["\r\n"], false),
    "sub/deep/e.ts": text(["\n", "\r\n"], false),
  };
}
