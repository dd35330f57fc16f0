import { isWord, textOf, token, typeOf } from "../../scan/tokens.ts";
import type { Declaration } from "../../scopes/file-model.ts";
import { space } from "../../scopes/file-model.ts";
import { functionValue } from "./function-value.ts";
import { type Parser, stops } from "./parser.ts";

const modifiers = new Set(
  "public private protected static readonly override accessor get set async declare abstract".split(" "),
);

interface Head {
  readonly name: number;
  readonly words: ReadonlySet<string>;
  readonly decorators: number;
}

/** Decorators, modifiers and `*` before a member's name. */
function headOf(p: Parser, from: number, to: number): Head {
  const { tokens } = p;
  const words = new Set<string>();
  let at = from;
  let decorators = -1;
  while (typeOf(tokens, at) === token.at) {
    if (decorators < 0) decorators = at;
    at = decorator(p, at, to);
  }
  while (at < to) {
    const type = typeOf(tokens, at);
    if (type === token.star || type === token.plus || type === token.minus) {
      at++;
      continue;
    }
    if (type !== token.word || !modifiers.has(textOf(tokens, at))) break;
    const next = typeOf(tokens, at + 1);
    const word = textOf(tokens, at);
    const isName =
      next === token.openParen ||
      next === token.less ||
      next === token.colon ||
      next === token.semicolon ||
      next === token.equals ||
      next === token.question ||
      next === token.comma ||
      next === token.bang ||
      at + 1 >= to;
    if (
      isName ||
      (tokens.first[at + 1] === 1 &&
        word !== "static" &&
        word !== "readonly" &&
        word !== "abstract" &&
        !/^p/.test(word))
    )
      break;
    if (next === token.openBrace && word !== "static") break;
    words.add(word);
    at++;
  }
  return { name: at, words, decorators };
}

/** Behind `@a.b(…)`. */
export function decorator(p: Parser, from: number, to: number): number {
  const { tokens, model } = p;
  let at = from + 1;
  if (typeOf(tokens, at) === token.openParen) return p.expression(at, tokens.match[at]! + 1, stops.none);
  if (typeOf(tokens, at) === token.word) model.use(at, "value");
  at++;
  while (typeOf(tokens, at) === token.dot) {
    model.use(at + 1, "member");
    at += 2;
  }
  if (typeOf(tokens, at) === token.openParen && at < to) {
    p.expression(at + 1, tokens.match[at]!, stops.none);
    at = tokens.match[at]! + 1;
  }
  return at;
}

/** Members between the braces of an interface or a type, and mapped types. */
export function parseTypeBody(p: Parser, open: number, isInterface: boolean): void {
  const { tokens } = p;
  if (p.room <= 0) return;
  p.room--;
  const to = tokens.match[open]!;
  for (let at = open + 1; at < to; ) {
    const type = typeOf(tokens, at);
    if (type === token.semicolon || type === token.comma) {
      at++;
      continue;
    }
    const { name, words } = headOf(p, at, to);
    const of = typeOf(tokens, name);
    if (of === token.openParen || of === token.less) {
      at = p.functionTail(name, to, undefined, stops.none);
      continue;
    }
    if (of === token.openBracket && typeOf(tokens, name + 1) === token.word && isWord(tokens, name + 2, "in")) {
      mapped(p, name, to);
      break;
    }
    at = member(p, {
      open,
      from: at,
      name,
      to,
      words,
      holder: isInterface ? "interface" : "literal",
      decorators: -1,
    });
  }
  p.room++;
}

function mapped(p: Parser, open: number, to: number): void {
  const { tokens, model } = p;
  const scope = model.enter("type", open);
  const key = model.declare({ at: open + 1, kind: "type_parameter", space: space.type, isLocal: true });
  key.type = open + 3;
  const close = tokens.match[open]!;
  const end = p.type(open + 3, close);
  if (isWord(tokens, end, "as")) p.type(end + 1, close);
  let at = close + 1;
  while (at < to && typeOf(tokens, at) !== token.colon) at++;
  if (at + 1 < to) p.type(at + 1, to);
  model.leave(scope, to);
}

type Holder = "class" | "interface" | "literal" | "object";

/** Where a member is, as indexes of tokens, and what it is in. */
interface MemberSite {
  readonly open: number;
  readonly from: number;
  readonly name: number;
  readonly to: number;
  readonly words: ReadonlySet<string>;
  readonly holder: Holder;
  /** Its first decorator; -1 without any. */
  readonly decorators: number;
}

/** One member from its name on. */
function member(p: Parser, { open, from, name, to, words, holder, decorators }: MemberSite): number {
  const { tokens, model } = p;
  const of = typeOf(tokens, name);
  let after = name + 1;
  if (of === token.openBracket) {
    const close = tokens.match[name]!;
    after = close + 1;
    if (typeOf(tokens, name + 1) === token.word && typeOf(tokens, name + 2) === token.colon) {
      const scope = model.enter("type", name);
      model.declare({ at: name + 1, kind: "parameter", isLocal: true });
      p.type(name + 3, close);
      if (typeOf(tokens, after) === token.question) after++;
      const end = typeOf(tokens, after) === token.colon ? p.type(after + 1, to) : after;
      model.leave(scope, end);
      return end;
    }
    p.expression(name + 1, close, stops.none);
  } else if (of !== token.word && of !== token.string && of !== token.number) return Math.max(from + 1, name + 1);
  while (typeOf(tokens, after) === token.question || typeOf(tokens, after) === token.bang) after++;
  const next = typeOf(tokens, after);
  const isMethod = next === token.openParen || next === token.less;
  const text = textOf(tokens, name);
  const isPrivate = words.has("private") || text.startsWith("#");
  const declared =
    of === token.number || of === token.openBracket
      ? undefined
      : model.declare({
          at: name,
          name: of === token.string ? text.slice(1, -1) : text,
          kind:
            text === "constructor" && holder === "class"
              ? "constructor"
              : isMethod && !words.has("get") && !words.has("set")
                ? "method"
                : "property",
          from,
          decorators,
          memberOf: open,
          exported: !isPrivate,
          isStatic: words.has("static"),
          isLocal: model.inFunction || holder === "literal",
        });
  let end = after;
  if (isMethod) end = p.functionTail(after, to, declared, holder === "object" ? stops.comma : stops.line);
  else {
    if (holder !== "object" && next === token.colon) {
      if (declared) declared.type = after + 1;
      end = p.type(after + 1, to);
    }
    if (typeOf(tokens, end) === token.equals || (holder === "object" && next === token.colon)) {
      if (declared) readValue(p, declared, end + 1);
      const work = () => p.expression(end + 1, to, holder === "object" ? stops.comma : stops.line);
      end = declared ? model.within(declared.name, work) : work();
      if (declared) functionValue(tokens, declared, declared.value);
    }
  }
  if (declared) declared.to = end;
  return Math.max(end, from + 1);
}

/** What a declaration is given: an object or class that it is the name of, a function. */
export function readValue(p: Parser, declared: Declaration, from: number): void {
  const { tokens } = p;
  declared.value = from;
  let at = isWord(tokens, from, "await") ? from + 1 : from;
  if (typeOf(tokens, at) === token.openBrace) declared.shape = at;
  if (isWord(tokens, at, "class")) {
    while (at < tokens.count && at < from + 100 && typeOf(tokens, at) !== token.openBrace)
      at = typeOf(tokens, at) === token.openParen ? tokens.match[at]! + 1 : at + 1;
    if (typeOf(tokens, at) === token.openBrace) declared.shape = at;
  }
}

export function parseClassBody(p: Parser, open: number): void {
  const { tokens, model } = p;
  if (p.room <= 0) return;
  p.room--;
  const to = tokens.match[open]!;
  const scope = model.enter("class", open, open);
  for (let at = open + 1; at < to; ) {
    if (typeOf(tokens, at) === token.semicolon || typeOf(tokens, at) === token.comma) {
      at++;
      continue;
    }
    const { name, words, decorators } = headOf(p, at, to);
    if (typeOf(tokens, name) === token.openBrace && words.has("static")) {
      const inner = model.enter("function", name);
      p.block(name + 1, tokens.match[name]!);
      at = tokens.match[name]! + 1;
      model.leave(inner, at);
      continue;
    }
    at = member(p, {
      open,
      from: decorators < 0 ? at : behindDecorators(p, at),
      name,
      to,
      words,
      holder: "class",
      decorators,
    });
  }
  model.leave(scope, to);
  p.room++;
}

function behindDecorators({ tokens }: Parser, from: number): number {
  let at = from;
  while (typeOf(tokens, at) === token.at) {
    at += 2;
    while (typeOf(tokens, at) === token.dot) at += 2;
    if (typeOf(tokens, at) === token.openParen) at = tokens.match[at]! + 1;
  }
  return at;
}

export function parseObjectLiteral(p: Parser, open: number): void {
  const { tokens, model } = p;
  if (p.room <= 0) return;
  p.room--;
  const to = tokens.match[open]!;
  for (let at = open + 1; at < to; ) {
    const type = typeOf(tokens, at);
    if (type === token.comma || type === token.semicolon) {
      at++;
      continue;
    }
    if (type === token.spread) {
      at = p.expression(at + 1, to, stops.comma);
      continue;
    }
    const { name, words } = headOf(p, at, to);
    const next = typeOf(tokens, name + 1);
    if (typeOf(tokens, name) === token.word && (next === token.comma || next === token.equals || name + 1 >= to)) {
      model.use(name, "value");
      model.declare({ at: name, kind: "property", memberOf: open, isLocal: true });
      at = next === token.equals ? p.expression(name + 2, to, stops.comma) : name + 1;
    } else at = member(p, { open, from: at, name, to, words, holder: "object", decorators: -1 });
  }
  p.room++;
}
