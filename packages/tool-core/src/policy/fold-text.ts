/** A text with the forms in which values are compared, which are made when they are first needed. */
export interface FoldedText {
  readonly text: string;
  folded?: string;
  squeezed?: string;
}

/** A text without what its writer can vary: case, width and compatibility forms, invisible characters, runs of spaces. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Mn}]+/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();

const squeeze = (folded: string): string => folded.replace(/[^\p{L}\p{N}]+/gu, "");

/** A value of at least so many letters and digits is also found with others between them, as in `evil [.] com`. */
const minSqueezed = 10;

/** Returns true if a text contains a value as whole words. */
export function isWithinText(entry: FoldedText, value: string): boolean {
  const wanted = foldText(value);
  if (wanted === "") return false;
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
    return true;
  }
  return false;
}

/** Returns true if a text contains the letters and digits of a value in their order, with anything but those between them. */
export function isWithinWords(entry: FoldedText, value: string): boolean {
  const wanted = squeeze(foldText(value));
  if (wanted.length < minSqueezed) return false;
  entry.squeezed ??= squeeze(entry.folded ?? foldText(entry.text));
  return entry.squeezed.includes(wanted);
}

const isWord = (character: string): boolean => /[\p{L}\p{N}_]/u.test(character);
