/** Types of tokens. A punctuation character has its character code as type; types from 256 on are operators of several characters. */
export const token = {
  none: 0,
  word: 1,
  number: 2,
  string: 3,
  directive: 4,
  /** Opens code inside a string; `}` closes it. */
  hole: 5,
  bang: 33, // !
  doubleQuote: 34, // "
  hash: 35, // #
  ampersand: 38, // &
  quote: 39, // '
  openParen: 40, // (
  closeParen: 41, // )
  star: 42, // *
  plus: 43, // +
  comma: 44, // ,
  minus: 45, // -
  dot: 46, // .
  slash: 47, // /
  colon: 58, // :
  semicolon: 59, // ;
  less: 60, // <
  equals: 61, // =
  greater: 62, // >
  question: 63, // ?
  at: 64, // @
  openBracket: 91, // [
  backslash: 92, // \
  closeBracket: 93, // ]
  underscore: 95, // _
  backtick: 96, // `
  openBrace: 123, // {
  pipe: 124, // |
  closeBrace: 125, // }
  tilde: 126, // ~
  arrow: 256, // =>
  thinArrow: 257, // ->
  optionalDot: 258, // ?.
  spread: 259, // ...
  path: 260, // ::
  define: 261, // :=
  compare: 262, // == === != !== <= >=
  range: 263, // ..
} as const;

/** The tokens of a text as parallel arrays; comments and blanks are not among them. */
export interface Tokens {
  readonly text: string;
  readonly count: number;
  readonly type: Uint16Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Of an opening bracket the token that closes it, `count` when none does; of a closing one its opener; else -1. */
  readonly match: Int32Array;
  /** 1 when a line break is before the token. */
  readonly first: Uint8Array;
  /** Start and end of every comment, in turn. */
  readonly comments: readonly number[];
}

/** The text of a token; "" beyond the last. */
export function textOf(tokens: Tokens, index: number): string {
  if (index < 0 || index >= tokens.count) return "";
  return tokens.text.slice(tokens.start[index]!, tokens.end[index]!);
}

/** The type of a token; none beyond the last. */
export function typeOf(tokens: Tokens, index: number): number {
  return index < 0 || index >= tokens.count ? 0 : tokens.type[index]!;
}

/** True when the token is that word. */
export function isWord(tokens: Tokens, index: number, word: string): boolean {
  if (typeOf(tokens, index) !== token.word) return false;
  const start = tokens.start[index]!;
  return tokens.end[index]! - start === word.length && tokens.text.startsWith(word, start);
}

/** Get the index of the last token that starts at or before an offset; -1 if there is none. */
export function tokenAt(tokens: Tokens, offset: number): number {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens.start[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
