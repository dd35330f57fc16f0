import { isArticle, isConnector, isFiller, limitsRest, narrows } from "./scope.ts";
import { stemOf, type Token, tokensOf } from "./tokens.ts";

/**
 * Whether a sentence says what one sentence of a source says, in its words and their order. Left out may be: articles and words such as
 * "also", what stands in parentheses or between two commas, and a clause at the beginning or the end that a comma, a semicolon or a dash
 * sets off; never a part with a word that changes the meaning of others. Numbers are the same in words and digits.
 */
export function follows(sentence: string, source: string): boolean {
  if (isQuestion(sentence) !== isQuestion(source)) return false;
  const wanted = tokensOf(sentence).filter((token) => token.kind !== "boundary" && !isFree(token));
  if (wanted.length < 3) return false;
  const given = tokensOf(source);
  if (!quotationsOf(sentence).every((quotation) => containsRun(given, tokensOf(quotation)))) return false;
  return starts(given).some((start) => matches(given, start, wanted));
}

const isQuestion = (text: string): boolean => /[?？]/.test(text);
const isFree = (token: Token): boolean => token.kind === "word" && isArticle(token.text);

/** Quoted parts, which must be in the source without a gap. */
const quotationsOf = (text: string): string[] =>
  [...text.matchAll(/[“"„«]([^”"“»]+)[”"“»]/gu)].map(([, quoted = ""]) => quoted);

function containsRun(given: readonly Token[], run: readonly Token[]): boolean {
  return given.some((_, at) =>
    run.every((token, i) => given[at + i]?.kind === token.kind && given[at + i]?.text === token.text),
  );
}

/** Where a sentence may begin: at the first word, or after a clause that can be left out. */
function starts(given: readonly Token[]): number[] {
  const found = [0];
  for (const [at, token] of given.entries()) {
    if (token.kind !== "boundary" || token.text === "(" || token.text === ")") continue;
    if (!isDroppable(given.slice(0, at)) || !beginsFreely(given.slice(0, at))) continue;
    const next = given[at + 1];
    found.push(at + 1);
    if (next?.kind === "word" && isConnector(next.text)) found.push(at + 2);
  }
  return found;
}

/** "In mice" is a condition, "In March 1932" is not. */
function beginsFreely(dropped: readonly Token[]): boolean {
  const [first] = dropped;
  if (first?.kind !== "word" || !narrows(first.text)) return true;
  const comma = dropped.findIndex(({ kind }) => kind === "boundary");
  const clause = dropped.slice(1, comma < 0 ? undefined : comma);
  return clause.every(({ kind, text }) => kind === "number" || months.has(text.toLowerCase()));
}

const months = new Set(
  "january february march april may june july august september october november december".split(" "),
);

/** Clause by clause. */
function isDroppable(part: readonly Token[]): boolean {
  const clauses: string[][] = [[]];
  for (const { kind, text } of part) {
    if (kind === "boundary") clauses.push([]);
    else if (kind === "word") clauses.at(-1)?.push(text);
  }
  return !clauses.some(limitsRest);
}

function matches(given: readonly Token[], start: number, wanted: readonly Token[]): boolean {
  const seen = new Set<number>();
  const walk = (at: number, index: number): boolean => {
    const key = at * (wanted.length + 1) + index;
    if (seen.has(key)) return false;
    seen.add(key);
    if (index === wanted.length && endsAt(given, at)) return true;
    const token = given[at];
    if (!token) return false;
    const want = wanted[index];
    if (want && isSame(token, want, index === 0) && walk(at + 1, index + 1)) return true;
    if (canSkip(token) && walk(at + 1, index)) return true;
    if (index === 0 || index === wanted.length) return false;
    return closings(given, at).some((closing) => walk(closing + 1, index));
  };
  return walk(start, 0);
}

const canSkip = (token: Token): boolean =>
  token.kind === "boundary" || (token.kind === "word" && (isArticle(token.text) || isFiller(token.text)));

/** Whether a sentence may end before a place: nothing follows, or a clause that can be left out. */
function endsAt(given: readonly Token[], at: number): boolean {
  const rest = given.slice(at);
  if (rest.length === 0) return true;
  return rest[0]?.kind === "boundary" && rest[0].text !== ")" && isDroppable(rest);
}

/** Where a part that opens at a place closes, when it can be left out. */
function closings(given: readonly Token[], at: number): number[] {
  const opening = given[at];
  if (opening?.kind !== "boundary") return [];
  const mark = opening.text === "(" ? ")" : opening.text;
  const close = given.findIndex((token, i) => i > at && token.kind === "boundary" && token.text === mark);
  const part = given.slice(at + 1, close);
  if (close < 0 || part.length === 0 || !isDroppable(part)) return [];
  if (mark === ")") return [close];
  const [first] = part;
  const next = given[close + 1];
  const isAside = mark !== ";" && first?.kind === "word" && /^\p{Ll}/u.test(first.text) && !isConnector(first.text);
  return isAside && !(next?.kind === "word" && /^(?:and|or|nor|but)$/i.test(next.text)) ? [close] : [];
}

/**
 * Names, numbers and signs are the same as they stand; other words except for a plural ending. The first word may be
 * capitalized.
 */
function isSame(given: Token, wanted: Token, isFirst: boolean): boolean {
  if (given.kind !== wanted.kind) return false;
  if (given.text === wanted.text) return true;
  if (given.kind !== "word") return false;
  const isName = /\p{Lu}/u.test(given.text);
  if (isName) return isFirst && given.text.toLowerCase() === wanted.text.toLowerCase();
  if (/\p{Lu}/u.test(wanted.text) && !isFirst) return false;
  return stemOf(given.text) === stemOf(wanted.text);
}
