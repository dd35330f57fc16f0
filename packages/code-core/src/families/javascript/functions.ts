import { isWord, textOf, token, typeOf } from "../../scan/tokens.ts";
import type { Declaration } from "../../scopes/file-model.ts";
import { decorator, readValue } from "./members.ts";
import { type Parser, stops } from "./parser.ts";

const parameterWords = new Set("public private protected readonly override".split(" "));

/** From `<` or `(` to the end of the body, or of the signature when there is none. */
export function parseFunctionTail(
  p: Parser,
  from: number,
  to: number,
  declared: Declaration | undefined,
  stop: number,
): number {
  const { tokens, model } = p;
  const scope = model.enter("function", from);
  let at = typeOf(tokens, from) === token.less ? p.typeParameters(from, to) : from;
  const wasLocal = model.inFunction;
  model.inFunction = true;
  if (typeOf(tokens, at) === token.openParen) {
    p.parameters(at, declared?.kind === "constructor" ? declared.memberOf : -1);
    at = tokens.match[at]! + 1;
  }
  if (typeOf(tokens, at) === token.colon && at < to) {
    if (declared) declared.returns = at + 1;
    at = p.type(at + 1, to);
  }
  if (typeOf(tokens, at) === token.arrow && at < to) {
    at++;
    if (declared) declared.body = at;
    if (typeOf(tokens, at) !== token.openBrace) {
      at = p.expression(at, to, stop | stops.comma);
      model.inFunction = wasLocal;
      model.leave(scope, at);
      return at;
    }
  }
  if (typeOf(tokens, at) === token.openBrace && at < to) {
    const close = Math.min(tokens.match[at]!, tokens.count);
    if (declared) declared.body = at;
    const open = at;
    const work = () => p.block(open + 1, close);
    if (declared && declared.name !== "") model.within(declared.name, work);
    else work();
    at = Math.min(close + 1, tokens.count);
  }
  model.inFunction = wasLocal;
  model.leave(scope, at);
  return at;
}

/** `(a: A, { b } = {}, ...c)`; parameters of a constructor with a modifier are members too. */
export function parseParameters(p: Parser, open: number, memberOf: number): void {
  const { tokens, model } = p;
  const to = tokens.match[open]!;
  for (let at = open + 1; at < to; ) {
    const type = typeOf(tokens, at);
    if (type === token.comma || type === token.spread) {
      at++;
      continue;
    }
    if (type === token.at) {
      at = decorator(p, at, to);
      continue;
    }
    let isMember = false;
    let isPrivate = false;
    while (
      typeOf(tokens, at) === token.word &&
      parameterWords.has(textOf(tokens, at)) &&
      (typeOf(tokens, at + 1) === token.word || typeOf(tokens, at + 1) === token.openBrace)
    ) {
      isMember = true;
      isPrivate ||= isWord(tokens, at, "private");
      at++;
    }
    const made: Declaration[] = [];
    const begin = at;
    at = p.pattern(at, to, (name) => {
      if (isWord(tokens, name, "this")) return;
      made.push(model.declare({ at: name, kind: "parameter" }));
      if (isMember && memberOf >= 0)
        made.push(
          model.declare({
            at: name,
            kind: "property",
            memberOf,
            exported: !isPrivate,
            isLocal: false,
            container: model.path,
          }),
        );
    });
    if (typeOf(tokens, at) === token.question) at++;
    if (typeOf(tokens, at) === token.colon) {
      if (typeOf(tokens, begin) === token.word) for (const one of made) one.type = at + 1;
      at = p.type(at + 1, to);
    }
    if (typeOf(tokens, at) === token.equals) {
      if (typeOf(tokens, begin) === token.word) for (const one of made) readValue(p, one, at + 1);
      at = p.expression(at + 1, to, stops.comma);
    }
    for (const one of made) one.to = at;
    while (at < to && typeOf(tokens, at) !== token.comma) at = tokens.match[at]! > at ? tokens.match[at]! + 1 : at + 1;
  }
}

/** A name, `{ a, b: c = d, ...e }` or `[a, , b]`. */
export function parsePattern(p: Parser, from: number, to: number, declare: (at: number) => void): number {
  const { tokens, model } = p;
  const type = typeOf(tokens, from);
  if (type === token.word) {
    declare(from);
    return from + 1;
  }
  if ((type !== token.openBrace && type !== token.openBracket) || p.room <= 0) return from + 1;
  p.room--;
  const close = Math.min(tokens.match[from]!, to);
  for (let at = from + 1; at < close; ) {
    const of = typeOf(tokens, at);
    if (of === token.comma || of === token.spread) {
      at++;
      continue;
    }
    if (type === token.openBrace) {
      let value = at + 1;
      if (of === token.openBracket) {
        p.expression(at + 1, tokens.match[at]!, stops.none);
        value = tokens.match[at]! + 1;
      }
      if (typeOf(tokens, value) === token.colon) {
        if (of === token.word) model.use(at, "key");
        at = p.pattern(value + 1, close, declare);
      } else {
        if (of === token.word) declare(at);
        at = value;
      }
    } else at = p.pattern(at, close, declare);
    if (typeOf(tokens, at) === token.equals && at < close) at = p.expression(at + 1, close, stops.comma);
  }
  p.room++;
  return close + 1;
}

/** Type parameters, `extends A implements B, C` and the body of a class. */
export function parseClassTail(p: Parser, from: number, to: number, declared: Declaration | undefined): number {
  const { tokens, model } = p;
  const scope = model.enter("type", from);
  let at = typeOf(tokens, from) === token.less ? p.typeParameters(from, to) : from;
  const heritage: number[] = [];
  while (at < to && typeOf(tokens, at) !== token.openBrace) {
    if (isWord(tokens, at, "extends") || isWord(tokens, at, "implements") || typeOf(tokens, at) === token.comma) {
      const isValue = isWord(tokens, at, "extends") && declared?.kind === "class";
      heritage.push(at + 1);
      at = isValue ? parent(p, at + 1, to) : p.type(at + 1, to);
    } else if (typeOf(tokens, at) === token.semicolon) break;
    else at++;
  }
  if (declared) declared.heritage = heritage;
  if (typeOf(tokens, at) !== token.openBrace || at >= to) {
    model.leave(scope, at);
    return at;
  }
  if (declared) {
    declared.shape = at;
    declared.body = at;
  }
  const open = at;
  const work = () => (declared?.kind === "interface" ? p.typeBody(open, true) : p.classBody(open));
  const wasLocal = model.inFunction;
  if (declared) model.within(declared.name, work);
  else work();
  model.inFunction = wasLocal;
  at = Math.min(tokens.match[at]! + 1, tokens.count);
  model.leave(scope, at);
  return at;
}

/** The expression behind `extends`: `Base<T>`, `mixin(Base)`, `ns.Base`. */
function parent(p: Parser, from: number, to: number): number {
  const { tokens, model } = p;
  let at = from;
  if (typeOf(tokens, at) === token.word) model.use(at++, "value");
  else if (typeOf(tokens, at) === token.openParen) {
    p.expression(at + 1, tokens.match[at]!, stops.none);
    at = tokens.match[at]! + 1;
  }
  while (at < to) {
    const type = typeOf(tokens, at);
    if (type === token.dot) {
      model.use(at + 1, "member");
      at += 2;
    } else if (type === token.openParen) {
      p.expression(at + 1, tokens.match[at]!, stops.none);
      at = tokens.match[at]! + 1;
    } else if (type === token.less) at = p.typeArguments(at, to);
    else break;
  }
  return at;
}
