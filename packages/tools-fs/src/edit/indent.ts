import type { IndentPair } from "./verify.ts";

/** The uniform way from the pattern's indentation to the file's. */
export interface Shift {
  /** An indentation of the pattern as the file would write it; undefined when that is unknown. */
  readonly apply: (indent: string) => string | undefined;
  /** The file is not indented as the pattern is. */
  readonly moves: boolean;
  /** Tabs became spaces, or spaces tabs. */
  readonly converts: boolean;
}

type Rule = Shift["apply"];

/** Find the uniform shift that leads from the pattern's indentation to the file's; undefined when there is none. */
export function findShift(pairs: readonly IndentPair[]): Shift | undefined {
  const known = new Map<string, string>();
  for (const { pattern, file } of pairs) {
    const before = known.get(pattern);
    if (before !== undefined && before !== file) return undefined;
    known.set(pattern, file);
  }
  const distinct = [...known].map(([pattern, file]) => ({ pattern, file }));
  const same = identity(distinct);
  const plain = same ?? prefix(distinct);
  const rule = plain ?? columns(distinct);
  return rule && { apply: (indent) => known.get(indent) ?? rule(indent), moves: !same, converts: !plain };
}

const identity = (pairs: readonly IndentPair[]): Rule | undefined =>
  pairs.every(({ pattern, file }) => pattern === file) ? (indent) => indent : undefined;

/** The file has the same text in front of every line, or the pattern has. */
function prefix(pairs: readonly IndentPair[]): Rule | undefined {
  const { pattern, file } = pairs[0]!;
  if (file.endsWith(pattern)) {
    const more = file.slice(0, file.length - pattern.length);
    if (sameKind(more, pattern) && pairs.every((pair) => pair.file === more + pair.pattern))
      return (indent) => more + indent;
  }
  if (pattern.endsWith(file)) {
    const less = pattern.slice(0, pattern.length - file.length);
    if (sameKind(less, file) && pairs.every((pair) => pair.pattern === less + pair.file)) {
      return (indent) => (indent.startsWith(less) ? indent.slice(less.length) : undefined);
    }
  }
  return undefined;
}

/** Tabs in front of spaces would look like a shift but are a change of unit. */
const sameKind = (a: string, b: string): boolean => a === "" || b === "" || a[0] === b[0];

/** One side writes tabs where the other writes spaces: find the width of a tab that makes the shift constant. */
function columns(pairs: readonly IndentPair[]): Rule | undefined {
  const fits = [4, 2, 8, 3].flatMap((width) => {
    const deltas = new Set(pairs.map(({ pattern, file }) => columnOf(file, width) - columnOf(pattern, width)));
    return deltas.size === 1 ? [{ width, delta: [...deltas][0]! }] : [];
  });
  const fit = fits.find(({ delta }) => delta === 0) ?? (fits.length === 1 ? fits[0] : undefined);
  if (!fit || pairs.some(({ pattern, file }) => !PLAIN.test(pattern) || !PLAIN.test(file))) return undefined;
  const tabs = pairs.some(({ file }) => file.includes("\t"));
  return (indent) => {
    const column = columnOf(indent, fit.width) + fit.delta;
    if (!PLAIN.test(indent) || column < 0) return undefined;
    return tabs ? "\t".repeat(Math.floor(column / fit.width)) + " ".repeat(column % fit.width) : " ".repeat(column);
  };
}

const PLAIN = /^\t* *$/;

const columnOf = (indent: string, width: number): number => {
  const tabs = indent.lastIndexOf("\t") + 1;
  return tabs * width + indent.length - tabs;
};
