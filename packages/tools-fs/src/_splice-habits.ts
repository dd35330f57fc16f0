import { foldCode, isSpace, isWord } from "./_match-fold.ts";

/** How the old text differs from the file throughout, so that the new text can be spared the same difference. */
export interface Habits {
  /** Every line of the old text ends in spaces that the file does not have. */
  readonly stripsTrailing: boolean;
  /** Quotes and dashes of the old text, by their neighbours: what the file has there, or undefined where it has both. */
  readonly signs: ReadonlyMap<string, string | undefined>;
  /** Signs of the old text that the file writes differently somewhere. */
  readonly distorted: ReadonlySet<string>;
  /** Plain signs that the old text writes typographically: always wrongly (true), or only sometimes (false). */
  readonly curled: ReadonlyMap<number, boolean>;
  readonly form: "NFC" | "NFD" | undefined;
}

/** True for tokens that are whitespace; only the first and the last token may be empty. */
export const isGap = (token: string): boolean => token === "" || isSpace(token.charCodeAt(0));

/** Compare the aligned tokens of old text and file. */
export function learnHabits(old: readonly string[], file: readonly string[]): Habits {
  const signs = new Map<string, string | undefined>();
  const distorted = new Set<string>();
  let form: "NFC" | "NFD" | undefined;
  const curled = new Map<number, boolean>();
  let [added, kept] = [0, 0];
  for (const [i, token] of old.entries()) {
    const twin = file[i]!;
    if (isGap(token)) {
      const spaces = lineEnd(token);
      if (spaces === undefined) continue;
      if (spaces !== "" && lineEnd(twin) === "") added++;
      else kept++;
    } else if (isSign(token)) {
      const key = contextOf(old, i);
      signs.set(key, signs.has(key) && signs.get(key) !== twin ? undefined : twin);
      if (token !== twin) distorted.add(token);
      const plain = plainOf(token);
      if (token.charCodeAt(0) >= 128) curled.set(plain, twin.charCodeAt(0) < 128 && curled.get(plain) !== false);
    } else if (token !== twin) form = twin.normalize("NFC") === twin ? "NFC" : "NFD";
  }
  return { stripsTrailing: added > 0 && kept === 0, signs, distorted, curled, form };
}

/** A word or sign of the new text without the old text's habits; undefined when they leave open what it should be. */
export function rewritePart(tokens: readonly string[], i: number, habits: Habits): string | undefined {
  const token = tokens[i]!;
  if (!isSign(token)) return habits.form ? token.normalize(habits.form) : token;
  if (habits.distorted.size === 0) return token;
  const key = contextOf(tokens, i);
  if (habits.signs.has(key)) return habits.signs.get(key);
  const curled = token.charCodeAt(0) >= 128 ? habits.curled.get(plainOf(token)) : undefined;
  if (curled) return String.fromCharCode(foldCode(token.charCodeAt(0)));
  return habits.distorted.has(token) ? undefined : token;
}

/** The spaces before a gap's line ending, if it has one. */
const lineEnd = (gap: string): string | undefined => /^([^\S\r\n]*)\r?\n/.exec(gap)?.[1];

/** `-` for dashes, `"` for quotes, single ones included. */
const plainOf = (sign: string): number => (foldCode(sign.charCodeAt(0)) === 45 ? 45 : 34);

const isSign = (token: string): boolean => {
  if (token.length !== 1) return false;
  const code = token.charCodeAt(0);
  return code === 34 || code === 39 || code === 45 || foldCode(code) !== code;
};

/** A sign with the kinds of its neighbours: an apostrophe inside a word is not an opening quote. */
const contextOf = (tokens: readonly string[], i: number): string =>
  tokens[i]! + kindOf(tokens[i - 1]) + kindOf(tokens[i + 1]);

function kindOf(token: string | undefined): string {
  if (token === undefined || token === "" || token.includes("\n")) return "line";
  if (isGap(token)) return "space";
  return isWord(token.charCodeAt(0)) ? "word" : "sign";
}
