const width = 76;

/** Everything that has no shape of its own as an escape: what moves, hides or turns text around, and spaces that are none. */
export const visible = (text: string): string =>
  text
    .replace(/ {9,}/g, (spaces) => `[${spaces.length} spaces]`)
    .replace(/[\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]/gu, (char) => (char === " " ? char : escaped(char)));

const escaped = (char: string): string => {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[char];
  return short ?? `\\u{${char.codePointAt(0)?.toString(16)}}`;
};

/** A line broken where it would be longer than a terminal is wide. */
export const wrapped = (text: string): string[] => visible(text).match(new RegExp(`.{1,${width}}`, "gsu")) ?? [""];

const lookalike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Words in which letters of several alphabets stand together may be meant to be taken for others. */
export function mixedAlphabets(text: string): string[] {
  const words = text.match(/[\p{L}\d_.-]+/gu) ?? [];
  const mixed = words.filter((word) => /\p{Script=Latin}/u.test(word) && lookalike.test(word));
  return mixed.length === 0 ? [] : [`Warning: letters of several alphabets in one word: ${visible(mixed.join(", "))}`];
}
