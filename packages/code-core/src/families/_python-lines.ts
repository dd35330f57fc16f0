import { type Tokens, token, typeOf } from "../scan/tokens.ts";

/** The first token of the next statement. */
export function nextStatement(tokens: Tokens, from: number): number {
  let at = from;
  while (at < tokens.count) {
    const open = tokens.match[at]!;
    if (open > at) at = open;
    at++;
    if (tokens.first[at] === 1 || typeOf(tokens, at - 1) === token.semicolon) break;
  }
  return Math.min(at, tokens.count);
}

/** The column of a token that begins a line; tabs go to multiples of 8. */
export function columnOf({ text, start }: Tokens, at: number): number {
  const offset = start[at]!;
  let column = 0;
  for (let i = text.lastIndexOf("\n", offset - 1) + 1; i < offset; i++)
    column += text.charCodeAt(i) === 9 ? 8 - (column % 8) : 1;
  return column;
}
