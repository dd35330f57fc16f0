import { type Tokens, typeOf } from "../scan/tokens.ts";

/** The token after the `>` that closes the `<` at a token; the next token if none closes nearby. */
export function skipAngles(tokens: Tokens, from: number): number {
  let depth = 0;
  const limit = Math.min(tokens.count, from + 400);
  for (let at = from; at < limit; at++) {
    const type = typeOf(tokens, at);
    if (type === 60) depth++;
    else if (type === 62 && --depth === 0) return at + 1;
    else if (type === 59 || type === 123) break;
    else if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return from + 1;
}
