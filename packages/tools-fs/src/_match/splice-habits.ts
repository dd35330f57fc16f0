import { foldCode, isSpace, isWord } from "./fold.ts";

/** How the old text differs from the file throughout, so that the new text can be spared the same difference. */
export interface Habits {
  /** What lines of the old text end in where the file's lines end: the same everywhere, or undefined when it varies. */
  readonly trailing: string | undefined;
  /** Wide gaps inside lines of the old text: what the file has there, or undefined where it has different ones. */
  readonly gaps: ReadonlyMap<string, string | undefined>;
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
  const gaps = new Map<string, string | undefined>();
  const trailing = new Set<string>();
  for (const [i, token] of old.entries()) {
    const twin = file[i]!;
    if (isGap(token)) {
      const spaces = lineEnd(token, i === old.length - 1);
      if (i === 0) continue;
      if (spaces === undefined) {
        note(gaps, token, twin);
        note(signs, contextOf(old, i), twin);
        if (token === " " && twin !== token && twin.length === 1) distorted.add(token);
      } else if (spaces !== "" && lineEnd(twin, true) === "") trailing.add(spaces);
    } else if (isSign(token)) {
      note(signs, contextOf(old, i), twin);
      if (token !== twin) distorted.add(token);
      const plain = plainOf(token);
      if (token.charCodeAt(0) >= 128) curled.set(plain, twin.charCodeAt(0) < 128 && curled.get(plain) !== false);
    } else if (token !== twin) form = twin.normalize("NFC") === twin ? "NFC" : "NFD";
  }
  const [ending = ""] = trailing;
  return { trailing: trailing.size > 1 ? undefined : ending, gaps, signs, distorted, curled, form };
}

/** Remember a counterpart; two different ones cancel each other. */
function note(known: Map<string, string | undefined>, key: string, twin: string): void {
  known.set(key, known.has(key) && known.get(key) !== twin ? undefined : twin);
}

/** A gap inside a line of the new text without the old text's habits; undefined when they leave open what it should be. */
export function rewriteGap(
  tokens: readonly string[],
  i: number,
  { gaps, signs, distorted }: Habits,
): string | undefined {
  const gap = tokens[i]!;
  if (gap.length > 1) return gaps.has(gap) ? gaps.get(gap) : gap;
  const key = contextOf(tokens, i);
  return distorted.has(gap) && signs.has(key) ? signs.get(key) : gap;
}

/** Spaces at a line end of the new text without those that the old text has at its line ends and the file has not. */
export function rewriteTrailing(spaces: string, { trailing }: Habits): string {
  if (trailing === undefined) return "";
  return spaces.endsWith(trailing) ? spaces.slice(0, spaces.length - trailing.length) : spaces;
}

/** A word or sign of the new text without the old text's habits; undefined when they, or the whole text of the file, leave open what it should be. */
export function rewritePart(tokens: readonly string[], i: number, habits: Habits, text: string): string | undefined {
  const token = tokens[i]!;
  if (!isSign(token)) return habits.form ? token.normalize(habits.form) : token;
  if (habits.distorted.size === 0) return token;
  const key = contextOf(tokens, i);
  if (habits.signs.has(key)) return habits.signs.get(key);
  const curled = token.charCodeAt(0) >= 128 ? habits.curled.get(plainOf(token)) : undefined;
  if (curled) return text.includes(token) ? undefined : String.fromCharCode(foldCode(token.charCodeAt(0)));
  return habits.distorted.has(token) ? undefined : token;
}

/** The spaces at the end of the line that a gap ends; undefined for a gap inside a line. */
const lineEnd = (gap: string, last: boolean): string | undefined =>
  gap.includes("\n") || last ? /^[^\S\r\n]*/.exec(gap)![0] : undefined;

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
