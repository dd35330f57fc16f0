/**
 * Receives the words of a text in lower case. `whole` is a compound of the previous word and this one: `GitHub` is also
 * `github`.
 */
export type TakeWord = (word: string, whole?: string) => void;

/**
 * Split prose and identifiers into words: `createIssue`, `create_issue` and `Create issue` are the same two. Digits stay
 * with the letters before them (`s3`, `base64`). Scripts without spaces are segmented by `Intl.Segmenter`.
 */
export function wordsOf(text: string, take: TakeWord): void {
  const { length } = text;
  let start = -1;
  let before = "";
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : space;
    const kind = code < 128 ? kinds[code]! : foreign;
    if (kind === foreign) {
      foreignWords(text.slice(start < 0 ? at : start), take);
      return;
    }
    if (kind === gap) {
      if (start >= 0) before = give(text, start, at, before, take);
      // `don't` is one word, and `e-mail` may be.
      if (start < 0 || (code !== dash && code !== apostrophe)) before = "";
      start = -1;
      continue;
    }
    if (start >= 0 && startsWord(text, start, at, kind)) {
      before = give(text, start, at, before, take);
      start = at;
    } else if (start < 0) start = at;
  }
}

const gap = 0;
const lower = 1;
const upper = 2;
const digit = 3;
const foreign = 4;
const space = 32;
const dash = 45;
const apostrophe = 39;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return lower;
  if (code >= 65 && code <= 90) return upper;
  return code >= 48 && code <= 57 ? digit : gap;
});

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < 128 ? kinds[code]! : gap;
};

/** A new word begins inside a run of letters: `get|User`, `HTTP|Server`, `base64|encode`, but `3d` and `2fa` stay. */
function startsWord(text: string, start: number, at: number, kind: number): boolean {
  const last = kindAt(text, at - 1);
  if (kind === upper) return last !== upper || (kindAt(text, at + 1) === lower && at > start && at + 2 < text.length);
  return kind === lower && last === digit && kindAt(text, at + 1) === lower && kindAt(text, at + 2) === lower;
}

function give(text: string, start: number, end: number, before: string, take: TakeWord): string {
  const word = text.slice(start, end).toLowerCase();
  if (before) take(word, before + word);
  else take(word);
  return word;
}

const runs = /[\p{L}\p{M}\p{N}]+/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const han = /^\p{Script=Han}{3,}$/u;
const particle = /^\p{Script=Hiragana}$/u;
const inner = /(?<=\p{Ll})(?=\p{Lu})/u;

function foreignWords(text: string, take: TakeWord): void {
  for (const [run] of text.normalize("NFKC").matchAll(runs)) {
    if (unspaced.test(run)) segments(run, take);
    else for (const word of run.split(inner)) take(plain(word));
  }
}

/** Letters without accents, so that `café` and `cafe` are one. */
const plain = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

let segmenter: Intl.Segmenter | undefined;

function segments(run: string, take: TakeWord): void {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  for (const { segment, isWordLike } of segmenter.segment(run)) {
    if (!isWordLike || particle.test(segment)) continue;
    take(segment.toLowerCase());
    // Dictionaries disagree on where long compounds end: pairs of characters find them anyway.
    if (han.test(segment)) for (let i = 1; i < segment.length; i++) take(segment.slice(i - 1, i + 1));
  }
}
