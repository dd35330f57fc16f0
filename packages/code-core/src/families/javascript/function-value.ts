import { isWord, type Tokens, token, typeOf } from "../../scan/tokens.ts";
import type { Declaration } from "../../scopes/file-model.ts";

/** `const f = (…): T => …` returns what the arrow function returns. */
export function functionValue(tokens: Tokens, declared: Declaration, value: number): void {
  let at = isWord(tokens, value, "async") ? value + 1 : value;
  if (isWord(tokens, at, "function")) {
    while (at < tokens.count && at < value + 300 && typeOf(tokens, at) !== token.openParen) at++;
  } else if (typeOf(tokens, at) === token.less) {
    let depth = 0;
    for (; at < tokens.count && at < value + 300; at++) {
      if (typeOf(tokens, at) === token.less) depth++;
      else if (typeOf(tokens, at) === token.greater && --depth === 0) break;
      else if (tokens.match[at]! > at) at = tokens.match[at]!;
    }
    at++;
  }
  if (typeOf(tokens, at) === token.word && typeOf(tokens, at + 1) === token.arrow) declared.body = at + 2;
  if (typeOf(tokens, at) !== token.openParen) return;
  const after = tokens.match[at]! + 1;
  const type = typeOf(tokens, after);
  if (type === token.arrow || type === token.openBrace) declared.body = type === token.openBrace ? after : after + 1;
  if (type !== token.colon) return;
  for (let i = after + 1; i < tokens.count && i < after + 300; i++) {
    if (typeOf(tokens, i) === token.arrow || typeOf(tokens, i) === token.openBrace) {
      const isBody = typeOf(tokens, i) === token.arrow || i > after + 1;
      if (isBody) {
        declared.returns = after + 1;
        declared.body = typeOf(tokens, i) === token.arrow ? i + 1 : i;
        return;
      }
    }
    if (typeOf(tokens, i) === token.semicolon) return;
    if (tokens.match[i]! > i) i = tokens.match[i]!;
  }
}
