import {
  type FoldedText,
  type FoundAt,
  findInText,
  findSqueezed,
  foldText,
  formsOf,
  mayHold,
  type ValueForms,
} from "./fold-text.ts";
import type { KeptTexts, OthersText, TextSource } from "./kept-texts.ts";
import { splitOutput, textsOf } from "./split-output.ts";

/** Text of others in which a value was found. */
export interface FoundText {
  readonly source: TextSource;
  /** The value is part of a longer text. False if it only occurs as the whole value of a field of a structured result. */
  readonly inProse: boolean;
  /** The words around the value, up to about 120 characters. Written by others: neutralize it before it is shown. */
  readonly excerpt: string;
}

/** Finds out who wrote a value. Words are compared without regard to case, spacing and invisible characters. */
export interface TextSearch {
  /** Returns true if the user wrote the value or agreed to it. */
  isOfUser(value: string): boolean;
  /** Find a value in the texts of others. If texts were dropped, every value counts as found. */
  find(value: string): FoundText | undefined;
  /**
   * Find the private values in texts that would leave: fields of private results, and words with a digit or an `@` in their running
   * text. Values shorter than six characters do not count. If private results were dropped, every text counts as well; such texts
   * come last, and their source has an origin that says so.
   */
  privateIn(texts: readonly string[]): readonly PrivateText[];
}

/** A private value, or a text that may hold one. */
export interface PrivateText {
  readonly value: string;
  readonly source: TextSource;
}

/** A result of others: its running text, and the values of its fields with a mark between them. */
interface Entry {
  readonly source: TextSource;
  readonly prose: FoldedText;
  readonly values: FoldedText;
}

/** Separates the values of fields; no text has it after folding. */
const mark = "\u0000";
const minPrivate = 6;

/** Search the texts of a session, as they are at each question. */
export function searchTexts(kept: KeptTexts): TextSearch {
  const entries = new WeakMap<OthersText, Entry>();
  const entryOf = (text: OthersText): Entry => {
    const known = entries.get(text) ?? readEntry(text);
    entries.set(text, known);
    return known;
  };
  // A value is looked for among the words of the user and then in the texts of others.
  let last = formsOf("");
  const formsOfLast = (value: string): ValueForms => {
    if (last.value !== value) last = formsOf(value);
    return last;
  };
  let user = { texts: kept.user, folded: [] as readonly FoldedText[] };
  return {
    isOfUser(value) {
      if (user.texts !== kept.user || user.folded.length !== kept.user.length)
        user = { texts: kept.user, folded: kept.user.map((text) => ({ text })) };
      const wanted = formsOfLast(value);
      return (
        kept.agreed.has(value.toLowerCase()) ||
        user.folded.some((text) => mayHold(text, wanted) && findInText(text, wanted))
      );
    },
    find(value) {
      const wanted = formsOfLast(value);
      const whole = `${mark}${wanted.folded}${mark}`;
      let field: OthersText | undefined;
      for (const text of kept.others) {
        const entry = entryOf(text);
        const at = findInProse(entry, wanted, whole);
        if (at) return { source: text.source, inProse: true, excerpt: excerptAt(entry, at, value) };
        if (!field && mayHold(entry.values, wanted) && foldedOf(entry.values).includes(whole)) field = text;
      }
      if (field) return { source: field.source, inProse: false, excerpt: value.slice(0, 120) };
      if (!kept.isPartial) return undefined;
      return { source: { tool: "", origin: "a text that is no longer kept" }, inProse: true, excerpt: "" };
    },
    privateIn(texts) {
      const leaving = texts.map((text): FoldedText => ({ text }));
      const found = kept.secret.flatMap((secret): PrivateText[] => {
        const { prose, values: fields } = entryOf(secret);
        const words = foldedOf(prose).match(/[\p{L}\p{N}@._-]+/gu) ?? [];
        const values = new Set([...foldedOf(fields).split(mark), ...words.filter((word) => /[\d@]/.test(word))]);
        return [...values]
          .filter((value) => value.length >= minPrivate && holdsAny(leaving, formsOf(value)))
          .map((value) => ({ value, source: secret.source }));
      });
      if (kept.lostPrivate === undefined) return found;
      const source = { tool: kept.lostPrivate, origin: "a result that is no longer kept" };
      const whole = texts.map((text) => text.trim()).filter((text) => text.length >= minPrivate);
      return [...found, ...whole.map((value) => ({ value, source }))];
    },
  };
}

const holdsAny = (texts: readonly FoldedText[], wanted: ValueForms): boolean =>
  texts.some((text) => findInText(text, wanted) !== undefined);

function readEntry({ text, isJson, source, input }: OthersText): Entry {
  const own = input === "" ? [] : textsOf(parse(input));
  const { prose, values } = splitOutput(isJson ? parse(text) : text, own);
  return { source, prose: { text: prose.join(mark) }, values: { text: ["", ...values, ""].join(mark) } };
}

/** JSON as it was kept; of one that was cut, its text. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const foldedOf = (text: FoldedText): string => {
  text.folded ??= foldText(text.text);
  return text.folded;
};

/** A field holds a longer text if the value is only a part of it. */
function findInProse({ prose, values }: Entry, wanted: ValueForms, whole: string): FoundAt | undefined {
  const found = mayHold(prose, wanted) ? (findInText(prose, wanted) ?? findSqueezed(prose, wanted)) : undefined;
  if (found || !mayHold(values, wanted) || !findInText(values, wanted)) return found;
  // Twice, because two equal fields share the mark between them.
  const rest = [1, 2].reduce((text) => text.replaceAll(whole, () => mark), foldedOf(values));
  return findInText({ text: rest, folded: rest }, wanted);
}

/** The words around a value, as they were written where it is spelled the same there. */
function excerptAt({ prose, values }: Entry, { text, at }: FoundAt, value: string): string {
  const written = [prose.text, values.text]
    .map((each) => ({ each, index: each.toLowerCase().indexOf(value.toLowerCase()) }))
    .find(({ index }) => index >= 0);
  const [from, start] = written && text !== prose.text ? [written.each, written.index] : [text, at];
  const around = from.slice(Math.max(0, start - 50), start + value.length + 50).replaceAll(mark, " ");
  return start > 50 ? around.replace(/^\S*\s/, "… ") : around;
}
