import { isWord, type Tokens, token, typeOf } from "../scan/tokens.ts";

const continuing = new Set<number>([
  token.openBrace,
  token.dot,
  token.colon,
  token.equals,
  token.comma,
  token.ampersand,
  token.pipe,
  token.question,
  token.plus,
  token.closeParen,
  token.optionalDot,
  token.thinArrow,
  token.arrow,
]);
const hanging = new Set<number>([
  token.comma,
  token.colon,
  token.equals,
  token.dot,
  token.openParen,
  token.ampersand,
  token.pipe,
  token.plus,
  token.less,
  token.thinArrow,
  token.arrow,
  token.optionalDot,
]);

/** The previous line's statement continues in a line that begins with this token. */
export function continuesLine(tokens: Tokens, at: number): boolean {
  return continuing.has(typeOf(tokens, at)) || hanging.has(typeOf(tokens, at - 1)) || isWord(tokens, at, "where");
}
