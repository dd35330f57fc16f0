/** A text with the forms in which values are compared, which are made when they are first needed. */
export interface FoldedText {
  readonly text: string;
  folded?: string;
  squeezed?: string;
  /** A bit for each three letters or digits in a row, by their hash. */
  grams?: Uint8Array;
}

/** A value in the forms in which it is looked for. */
export interface ValueForms {
  readonly value: string;
  readonly folded: string;
  readonly squeezed: string;
}

export function formsOf(value: string): ValueForms {
  const folded = foldText(value);
  return { value, folded, squeezed: squeeze(folded) };
}

/** Returns false if a text cannot contain a value, whatever stands between its letters. */
export function mayHold(entry: FoldedText, { squeezed }: ValueForms): boolean {
  entry.folded ??= foldText(entry.text);
  entry.squeezed ??= squeeze(entry.folded);
  entry.grams ??= gramsOf(entry.squeezed);
  const { grams } = entry;
  const bits = grams.length * 8 - 1;
  for (let at = 2; at < squeezed.length; at++) {
    const gram = gramAt(squeezed, at) & bits;
    if (((grams[gram >> 3] ?? 0) & (1 << (gram & 7))) === 0) return false;
  }
  return true;
}

function gramsOf(squeezed: string): Uint8Array {
  const grams = new Uint8Array(2 ** Math.max(3, Math.ceil(Math.log2(squeezed.length + 1))));
  const bits = grams.length * 8 - 1;
  for (let at = 2; at < squeezed.length; at++) {
    const gram = gramAt(squeezed, at) & bits;
    grams[gram >> 3] = (grams[gram >> 3] ?? 0) | (1 << (gram & 7));
  }
  return grams;
}

/** A hash of three letters, the last at `at`. */
const gramAt = (text: string, at: number): number =>
  Math.imul(text.charCodeAt(at - 2) * 961 + text.charCodeAt(at - 1) * 31 + text.charCodeAt(at), 0x9e3779b1) >>> 7;

/** A text without what its writer can vary: case, width and compatibility forms, invisible characters, runs of spaces. */
export function foldText(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase().replace(/ {2,}/g, " ").trim();
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Mn}]+/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

const squeeze = (folded: string): string =>
  isPlain.test(folded) ? folded.replace(/[^a-z\d]+/g, "") : folded.replace(/[^\p{L}\p{N}]+/gu, "");

/** Most values of calls are printable ASCII, which needs neither normalization nor Unicode classes. */
const isPlain = /^[\x20-\x7e]*$/;

/** A value of at least so many letters and digits is also found with others between them, as in `evil [.] com`. */
const minSqueezed = 10;
const maxSqueezed = 300;

/** Where a value stands in a text, and the form of the text in which it was found. */
export interface FoundAt {
  readonly text: string;
  readonly at: number;
}

/** Find a value as whole words in a text. A short number in a date, an amount or a list does not count. */
export function findInText(entry: FoldedText, { folded: wanted }: ValueForms): FoundAt | undefined {
  if (wanted === "") return undefined;
  if (/^\d{1,4}$/.test(wanted)) return findNumber(entry.text, wanted);
  entry.folded ??= foldText(entry.text);
  const { folded } = entry;
  const isNumber = /^[\d.,:/-]+$/.test(wanted);
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const before = folded.slice(Math.max(0, at - 2), at);
    const after = folded.slice(at + wanted.length, at + wanted.length + 2);
    const joins = (near: string, far: string | undefined) =>
      isWord(near) || (isNumber && /[.,:/-]/.test(near) && /\d/.test(far ?? ""));
    if (joins(before.at(-1) ?? "", before.at(-2)) && isWord(wanted[0] ?? "")) continue;
    if (joins(after[0] ?? "", after[1]) && isWord(wanted.at(-1) ?? "")) continue;
    return { text: folded, at };
  }
  return undefined;
}

const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const beforeOther = new RegExp(`(?:${month}\\s+|[$€£¥~]\\s*|\\d[.,:/-]|[\\p{L}\\p{N}_])$`, "iu");
const afterOther = new RegExp(
  `^(?:(?:st|nd|rd|th)?\\s+(?:of\\s+)?${month}|\\s*[%€$£¥°]|\\s*(?:am|pm|h|min|minutes?|hours?|days?|weeks?|people|times)\\b|[.,:/-]\\d|[\\p{L}\\p{N}_])`,
  "iu",
);
const startsLine = /(?:^|\n)\s*(?:[-*]\s*)?$/;
const ofList = /^[.):]\s/;

/** A short number that may name something: not one of a date, an amount, or the start of an item of a list. */
function findNumber(text: string, wanted: string): FoundAt | undefined {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [
      text.slice(Math.max(0, at - 16), at),
      text.slice(at + wanted.length, at + wanted.length + 16),
    ];
    if (beforeOther.test(before) || afterOther.test(after)) continue;
    if (startsLine.test(before) && ofList.test(after)) continue;
    return { text, at };
  }
  return undefined;
}

/** Find the letters and digits of a value as whole words, with other characters between them. */
export function findSqueezed(entry: FoldedText, { squeezed: wanted }: ValueForms): FoundAt | undefined {
  if (wanted.length < minSqueezed || wanted.length > maxSqueezed) return undefined;
  entry.folded ??= foldText(entry.text);
  entry.squeezed ??= squeeze(entry.folded);
  if (!entry.squeezed.includes(wanted)) return undefined;
  const apart = Array.from(wanted).join("[^\\p{L}\\p{N}\\0]{0,8}");
  const at = entry.folded.search(new RegExp(`(?<![\\p{L}\\p{N}])${apart}(?![\\p{L}\\p{N}])`, "u"));
  return at < 0 ? undefined : { text: entry.folded, at };
}

const isWord = (character: string): boolean => /[\p{L}\p{N}_]/u.test(character);
