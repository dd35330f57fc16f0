/** Words of an identifier, in lower case: split at case, digits, `_` and `$`. */
export function wordsOfIdentifier(identifier: string): string[] {
  const parts = identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\d_$]+|\p{Lu}|\d+/gu) ?? [];
  return parts.map((part) => part.toLowerCase());
}

/** An identifier as all its spellings have it: `safeParse`, `safe_parse` and `SafeParse` are one. */
export const foldIdentifier = (identifier: string): string => identifier.replace(/[_$]+/g, "").toLowerCase();

const suffixes: readonly (readonly [suffix: string, instead: string, left: number])[] = [
  ["izations", "iz", 3],
  ["ization", "iz", 3],
  ["ations", "at", 3],
  ["ation", "at", 3],
  ["ments", "", 4],
  ["ment", "", 4],
  ["iness", "i", 3],
  ["ings", "", 3],
  ["ables", "", 4],
  ["able", "", 4],
  ["ers", "", 4],
  ["ors", "", 4],
  ["ies", "i", 2],
  ["ing", "", 3],
  ["ion", "", 4],
  ["ive", "", 4],
  ["ed", "", 3],
  ["er", "", 4],
  ["or", "", 4],
  ["es", "", 3],
  ["ly", "", 3],
  ["s", "", 2],
  ["e", "", 3],
  ["y", "i", 2],
];

/** A word without its ending, so that forms of one word meet. */
export function stem(word: string): string {
  if (word.length < 4 || word.endsWith("ss")) return word;
  for (const [suffix, instead, left] of suffixes) {
    if (word.length - suffix.length >= left && word.endsWith(suffix)) {
      const base = word.slice(0, -suffix.length) + instead;
      // "stopped", "running"
      return /([bdgmnprt])\1$/.test(base) && base.length > 3 ? base.slice(0, -1) : base;
    }
  }
  return word;
}

/** Words without meaning in code, omitted from queries only. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been being but by can code could did do does during for from had has have how i if in into is it its " +
    "me of on or our over should show so than that the their then there these this those through to under until up using via was " +
    "we were what when where which while who why will with work works would you your find file files implementation implemented"
  ).split(" "),
);
