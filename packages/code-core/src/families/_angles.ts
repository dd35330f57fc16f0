import { type Tokens, token, typeOf } from "../scan/tokens.ts";

/** The token after the `>` that closes the `<` at a token; the next token if none closes nearby. */
export function skipAngles(tokens: Tokens, from: number): number {
  let depth = 0;
  const limit = Math.min(tokens.count, from + 400);
  for (let at = from; at < limit; at++) {
    const type = typeOf(tokens, at);
    if (type === token.less) depth++;
    else if (type === token.greater && --depth === 0) return at + 1;
    else if (type === token.semicolon || type === token.openBrace) break;
    else if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return from + 1;
}
