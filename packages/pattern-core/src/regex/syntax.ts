/** A set of characters, as a test on code points. Two sets of one key are the same set. */
export interface CharSet {
  readonly key: string;
  has(codePoint: number): boolean;
  /** The one code point of a set that has only one. */
  readonly only?: number;
  /** The lower-case ASCII letter of a set that holds just its spellings. */
  readonly folded?: number;
}

/** A test between two characters; `open` keeps a wildcard from matching the dot of a hidden name. */
export type Assertion =
  | "text-start"
  | "text-end"
  | "line-start"
  | "line-end"
  | "line-end-or-return"
  | "word-edge"
  | "no-word-edge"
  | "no-word-before"
  | "no-word-after"
  | "open";

/** Any character of a name in a path. */
export const notSlash: CharSet = { key: "^/", has: (codePoint) => codePoint !== 47 };

/** What regular expressions, globs and ignore rules are all read into. */
export type Node =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly nodes: readonly Node[] }
  | { readonly kind: "either"; readonly nodes: readonly Node[] }
  | {
      readonly kind: "repeat";
      readonly node: Node;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    }
  | { readonly kind: "assert"; readonly assertion: Assertion };

export const sequence = (...nodes: readonly Node[]): Node => ({ kind: "sequence", nodes });

export const either = (...nodes: readonly Node[]): Node => ({ kind: "either", nodes });

export const repeat = (node: Node, min = 0, max = Number.POSITIVE_INFINITY, greedy = true): Node => ({
  kind: "repeat",
  node,
  min,
  max,
  greedy,
});

export const assert = (assertion: Assertion): Node => ({ kind: "assert", assertion });

export const one = (set: CharSet): Node => ({ kind: "set", set });

/** The characters of a text, one after another. */
export function literal(text: string, ignoreCase = false): Node {
  return sequence(...Array.from(text, (char) => one(charSet(char.codePointAt(0) ?? 0, ignoreCase))));
}

/** One character, or with `ignoreCase` every character of the same simple case folding. */
export function charSet(codePoint: number, ignoreCase = false): CharSet {
  const char = String.fromCodePoint(codePoint);
  const lower = char.toLowerCase();
  if (!ignoreCase || (lower === char && char.toUpperCase() === char)) {
    return { key: `=${codePoint}`, has: (other) => other === codePoint, only: codePoint };
  }
  const set = classSet(`\\u{${codePoint.toString(16)}}`, true);
  return /^[a-zA-Z]$/.test(char) ? { ...set, folded: lower.charCodeAt(0) } : set;
}

/** A set written as the inside of a JavaScript `v`-mode class; throws SyntaxError if it is not one. */
export function classSet(source: string, ignoreCase = false): CharSet {
  const test = new RegExp(`^[${source}]$`, ignoreCase ? "vi" : "v");
  return { key: `${ignoreCase ? "i" : "c"}${source}`, has: (codePoint) => test.test(String.fromCodePoint(codePoint)) };
}

/** True when all of a set is ASCII, except for what it folds to. */
export function isFoldedAscii({ key, only, folded }: CharSet): boolean {
  if (only !== undefined) return only < 128;
  return folded !== undefined || /^[ci](?:\\u\{[0-7]?[\da-f]\}|\\x[0-7][\da-f]|\\[tr]|[\w-])+$/.test(key);
}
