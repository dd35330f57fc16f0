import { isWord, textOf, token, typeOf } from "../../scan/tokens.ts";
import { space } from "../../scopes/file-model.ts";
import type { Parser } from "./parser.ts";

const basic = new Set(
  "any unknown never void string number boolean bigint symbol object null undefined true false this".split(" "),
);

/** A type: unions, conditions, functions, arguments. */
export function parseType(p: Parser, from: number, to: number): number {
  if (p.room <= 0) return from + 1;
  p.room--;
  const { tokens } = p;
  let at = from;
  let operand = false;
  while (at < to) {
    const type = typeOf(tokens, at);
    if (!operand) {
      if (type === token.word) {
        const word = textOf(tokens, at);
        const next = typeOf(tokens, at + 1);
        const follows =
          next === token.word ||
          next === token.openBrace ||
          next === token.openBracket ||
          next === token.openParen ||
          next === token.string;
        if ((word === "keyof" || word === "unique" || word === "readonly") && follows) at++;
        else if (
          (word === "new" || word === "abstract") &&
          (next === token.openParen || next === token.less || isWord(tokens, at + 1, "new"))
        )
          at++;
        else if (word === "asserts" && next === token.word && tokens.first[at + 1] === 0) at++;
        else if (word === "infer" && next === token.word) {
          at = inferred(p, at + 1, to);
          operand = true;
        } else if (word === "typeof" && next === token.word) {
          at = typeQuery(p, at + 1, to);
          operand = true;
        } else if (word === "import" && next === token.openParen) {
          at = tokens.match[at + 1]! + 1;
          operand = true;
        } else {
          at = reference(p, at, to, word);
          operand = true;
        }
      } else if (type === token.openParen) {
        const close = tokens.match[at]!;
        if (typeOf(tokens, close + 1) === token.arrow && close + 1 < to && hasParameters(p, at, close))
          at = functionType(p, at, to);
        else {
          p.type(at + 1, close);
          at = close + 1;
        }
        operand = true;
      } else if (type === token.less) {
        at = functionType(p, at, to);
        operand = true;
      } else if (type === token.openBrace) {
        p.typeBody(at, false);
        at = tokens.match[at]! + 1;
        operand = true;
      } else if (type === token.openBracket) {
        tuple(p, at + 1, tokens.match[at]!);
        at = tokens.match[at]! + 1;
        operand = true;
      } else if (type === token.string || type === token.number) {
        at++;
        operand = typeOf(tokens, at) !== token.hole;
      } else if (type === token.hole) {
        p.type(at + 1, tokens.match[at]!);
        at = tokens.match[at]! + 1;
        operand = typeOf(tokens, at) !== token.string;
      } else if (
        type === token.pipe ||
        type === token.ampersand ||
        type === token.minus ||
        type === token.spread ||
        type === token.question
      )
        at++;
      else break;
    } else if (type === token.pipe || type === token.ampersand) {
      at++;
      operand = false;
    } else if (type === token.openBracket && tokens.first[at] === 0) {
      const close = tokens.match[at]!;
      if (close > at + 1) p.type(at + 1, close);
      at = close + 1;
    } else if (type === token.string && tokens.text.charCodeAt(tokens.start[at]!) === token.backtick) at++;
    else if (type === token.word && isWord(tokens, at, "extends")) {
      const condition = conditional(p, at, to);
      if (condition < 0) break;
      at = condition;
      operand = false;
    } else if (type === token.word && isWord(tokens, at, "is") && tokens.first[at] === 0) {
      at++;
      operand = false;
    } else if (type === token.hole) {
      p.type(at + 1, tokens.match[at]!);
      at = tokens.match[at]! + 1;
    } else break;
  }
  p.room++;
  return Math.max(at, from + 1);
}

/** The parentheses hold parameters: `(a: A)` and `()` do, `((a: A) => B)` does not. */
function hasParameters({ tokens }: Parser, open: number, close: number): boolean {
  const first = typeOf(tokens, open + 1);
  if (first === token.closeParen || first === token.spread) return true;
  const after =
    first === token.openBrace || first === token.openBracket
      ? tokens.match[open + 1]! + 1
      : first === token.word
        ? open + 2
        : -1;
  if (after < 0) return false;
  const next = typeOf(tokens, after);
  return (
    after >= close || next === token.colon || next === token.comma || next === token.question || next === token.equals
  );
}

/** Reads `extends T ? A :`; returns where the last branch begins, -1 when no `?` follows. */
function conditional(p: Parser, at: number, to: number): number {
  const { tokens, model } = p;
  const scope = model.enter("type", at);
  const checked = p.type(at + 1, to);
  if (typeOf(tokens, checked) !== token.question || checked >= to) {
    model.leave(scope, checked);
    return -1;
  }
  const then = p.type(checked + 1, to);
  model.leave(scope, then);
  return typeOf(tokens, then) === token.colon ? then + 1 : then;
}

function inferred(p: Parser, at: number, to: number): number {
  p.model.declare({ at, kind: "type_parameter", space: space.type, isLocal: true });
  if (!isWord(p.tokens, at + 1, "extends")) return at + 1;
  const end = p.type(at + 2, to);
  return typeOf(p.tokens, end) === token.question ? at + 1 : end;
}

function reference(p: Parser, at: number, to: number, word: string): number {
  const { tokens, model } = p;
  const isPredicate = isWord(tokens, at + 1, "is") && tokens.first[at + 1] === 0;
  if (isPredicate && word !== "this") model.use(at, "value");
  else if (!basic.has(word)) model.use(at, "type");
  let next = at + 1;
  while (typeOf(tokens, next) === token.dot && typeOf(tokens, next + 1) === token.word && next + 1 < to) {
    model.use(next + 1, "member");
    next += 2;
  }
  return typeOf(tokens, next) === token.less && tokens.first[next] === 0 && next < to
    ? p.typeArguments(next, to)
    : next;
}

function typeQuery(p: Parser, at: number, to: number): number {
  const { tokens, model } = p;
  if (isWord(tokens, at, "import")) {
    const close = tokens.match[at + 1]!;
    return close > 0 ? close + 1 : at + 1;
  }
  if (!isWord(tokens, at, "this")) model.use(at, "value");
  let next = at + 1;
  while (
    (typeOf(tokens, next) === token.dot || typeOf(tokens, next) === token.optionalDot) &&
    typeOf(tokens, next + 1) === token.word
  ) {
    model.use(next + 1, "member");
    next += 2;
  }
  return typeOf(tokens, next) === token.less && tokens.first[next] === 0 && next < to
    ? p.typeArguments(next, to)
    : next;
}

/** `<T>(a: A) => B` and `(a: A) => B`. */
function functionType(p: Parser, from: number, to: number): number {
  const { tokens, model } = p;
  const scope = model.enter("type", from);
  const wasLocal = model.inFunction;
  model.inFunction = true;
  let at = typeOf(tokens, from) === token.less ? p.typeParameters(from, to) : from;
  if (typeOf(tokens, at) === token.openParen) {
    p.parameters(at, -1);
    at = tokens.match[at]! + 1;
  }
  if (typeOf(tokens, at) === token.arrow) at = p.type(at + 1, to);
  model.inFunction = wasLocal;
  model.leave(scope, at);
  return at;
}

/** `[a: A, b?: B, ...C[]]`. */
function tuple(p: Parser, from: number, to: number): void {
  const { tokens } = p;
  for (let at = from; at < to; ) {
    if (typeOf(tokens, at) === token.spread || typeOf(tokens, at) === token.comma) {
      at++;
      continue;
    }
    const optional = typeOf(tokens, at + 1) === token.question ? 1 : 0;
    if (typeOf(tokens, at) === token.word && typeOf(tokens, at + 1 + optional) === token.colon) at += 2 + optional;
    const end = p.type(at, to);
    at = typeOf(tokens, end) === token.question ? end + 1 : end;
  }
}

/** The types between `<` and `>`; returns the token behind. */
export function parseTypeArguments(p: Parser, open: number, to: number): number {
  const { tokens } = p;
  let at = open + 1;
  while (at < to) {
    const type = typeOf(tokens, at);
    if (type === token.greater) return at + 1;
    if (type === token.comma) at++;
    else if (
      type === token.semicolon ||
      type === token.closeParen ||
      type === token.closeBrace ||
      type === token.closeBracket
    )
      return at;
    else at = p.type(at, to);
  }
  return at;
}

/** `<const T extends U = V, …>` declares in the scope at hand. */
export function parseTypeParameters(p: Parser, open: number, to: number): number {
  const { tokens, model } = p;
  let at = open + 1;
  while (at < to) {
    const type = typeOf(tokens, at);
    if (type === token.greater) return at + 1;
    if (
      type === token.semicolon ||
      type === token.closeParen ||
      type === token.closeBrace ||
      type === token.closeBracket ||
      type === token.openBrace
    )
      return at;
    if (type !== token.word) {
      at++;
      continue;
    }
    while (
      ["const", "in", "out"].includes(textOf(tokens, at)) &&
      typeOf(tokens, at + 1) === token.word &&
      !isWord(tokens, at + 1, "extends")
    )
      at++;
    const parameter = model.declare({ at, kind: "type_parameter", space: space.type, isLocal: true });
    at++;
    if (isWord(tokens, at, "extends")) {
      parameter.type = at + 1;
      at = p.type(at + 1, to);
    }
    if (typeOf(tokens, at) === token.equals) at = p.type(at + 1, to);
    parameter.to = at;
  }
  return at;
}
