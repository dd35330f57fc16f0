import { isWord, textOf, token, typeOf } from "../../scan/tokens.ts";
import { type Declaration, space } from "../../scopes/file-model.ts";
import { assigned } from "./assigned.ts";
import { functionValue } from "./function-value.ts";
import { decorator, readValue } from "./members.ts";
import { exportList, importDeclaration } from "./module-statements.ts";
import { type Parser, stops } from "./parser.ts";

const skipped = new Set("else try finally do return throw default".split(" "));
const withParentheses = new Set("if while switch with".split(" "));

/** Statements of a file, block or switch. */
export function parseBlock(p: Parser, from: number, to: number): void {
  if (p.room <= 0) return;
  p.room--;
  for (let at = from; at < to; ) at = Math.max(at + 1, statement(p, at, to));
  p.room++;
}

function statement(p: Parser, from: number, to: number): number {
  const { tokens, model } = p;
  let at = from;
  let decorators = -1;
  while (typeOf(tokens, at) === token.at) {
    if (decorators < 0) decorators = at;
    at = decorator(p, at, to);
  }
  const type = typeOf(tokens, at);
  if (type === token.semicolon || type === token.comma || type === token.colon) return at + 1;
  if (type === token.openBrace) return inBlock(p, at);
  if (type !== token.word) return p.expression(at, to, stops.line);
  const begin = at;
  let exported = false;
  let isDefault = false;
  if (isWord(tokens, at, "export")) {
    const end = exportList(p, at, to);
    if (end > 0) return end;
    exported = true;
    at++;
    while (typeOf(tokens, at) === token.at) {
      if (decorators < 0) decorators = at;
      at = decorator(p, at, to);
    }
    if (isWord(tokens, at, "default")) {
      isDefault = true;
      at++;
    }
  }
  while (
    (isWord(tokens, at, "declare") || isWord(tokens, at, "abstract")) &&
    typeOf(tokens, at + 1) === token.word &&
    tokens.first[at + 1] === 0
  )
    at++;
  const defined = definition(p, at, begin, to, { exported, isDefault, decorators });
  if (defined > 0) return defined;
  if (exported) {
    if (
      isDefault &&
      typeOf(tokens, at) === token.word &&
      (typeOf(tokens, at + 1) === token.semicolon || at + 1 >= to || tokens.first[at + 1] === 1)
    ) {
      model.reexports.push({ name: textOf(tokens, at), as: "default", specifier: undefined });
    } else if (isDefault && typeOf(tokens, at) === token.openBrace) {
      const made = model.declare({ at, kind: "object", name: "default", from: begin, exported: true });
      made.shape = at;
      made.to = tokens.match[at]! + 1;
    }
    return p.expression(at, to, stops.line);
  }
  return control(p, at, to);
}

function inBlock(p: Parser, open: number): number {
  const { tokens, model } = p;
  const close = tokens.match[open]!;
  const scope = model.enter("block", open);
  p.block(open + 1, close);
  model.leave(scope, close);
  return close + 1;
}

/** `if (…)`, loops, `catch`, `case …:` and labels; everything else is an expression. */
function control(p: Parser, at: number, to: number): number {
  const { tokens, model } = p;
  const word = textOf(tokens, at);
  const next = typeOf(tokens, at + 1);
  if (withParentheses.has(word) && next === token.openParen) {
    p.expression(at + 2, tokens.match[at + 1]!, stops.none);
    return tokens.match[at + 1]! + 1;
  }
  if (word === "for") {
    const open = isWord(tokens, at + 1, "await") ? at + 2 : at + 1;
    if (typeOf(tokens, open) !== token.openParen) return at + 1;
    const scope = model.enter("block", open);
    p.block(open + 1, tokens.match[open]!);
    const body = tokens.match[open]! + 1;
    if (p.room <= 0) {
      model.leave(scope, body);
      return body;
    }
    p.room--;
    const end = statement(p, body, to);
    p.room++;
    model.leave(scope, end);
    return end;
  }
  if (word === "catch" && (next === token.openParen || next === token.openBrace)) {
    const scope = model.enter("block", at);
    let body = at + 1;
    if (next === token.openParen) {
      const end = p.pattern(at + 2, tokens.match[body]!, (name) =>
        model.declare({ at: name, kind: "variable", isLocal: true }),
      );
      if (typeOf(tokens, end) === token.colon) p.type(end + 1, tokens.match[body]!);
      body = tokens.match[body]! + 1;
    }
    const end = typeOf(tokens, body) === token.openBrace ? inBlock(p, body) : body;
    model.leave(scope, end);
    return end;
  }
  if (word === "case") {
    const end = p.expression(at + 1, to, stops.line);
    return typeOf(tokens, end) === token.colon ? end + 1 : end;
  }
  if (skipped.has(word) && next !== token.dot) {
    if ((word === "return" || word === "throw") && next !== token.closeBrace && tokens.first[at + 1] === 0)
      return p.expression(at + 1, to, stops.line);
    return at + 1;
  }
  if (word === "break" || word === "continue")
    return typeOf(tokens, at + 1) === token.word && tokens.first[at + 1] === 0 ? at + 2 : at + 1;
  if (next === token.colon) return at + 2;
  assigned(p, at, to);
  return p.expression(at, to, stops.line);
}

interface Flags {
  readonly exported: boolean;
  readonly isDefault: boolean;
  readonly decorators: number;
}

/** A definition by its keyword; 0 when there is none. */
function definition(p: Parser, at: number, begin: number, to: number, flags: Flags): number {
  const { tokens, model } = p;
  const word = textOf(tokens, at);
  const next = typeOf(tokens, at + 1);
  const base = { from: begin, exported: flags.exported, decorators: flags.decorators };
  const add = (made: Parameters<typeof model.declare>[0], into?: number): Declaration => {
    if (flags.isDefault) model.reexports.push({ name: textOf(tokens, made.at), as: "default", specifier: undefined });
    return model.declare({ ...base, ...made }, into);
  };
  const anonymous = (name: number, kind: "class" | "function") =>
    flags.isDefault
      ? model.declare({ ...base, at: name, kind, name: "default", space: kind === "class" ? space.both : space.value })
      : undefined;

  if (word === "async" && isWord(tokens, at + 1, "function") && tokens.first[at + 1] === 0)
    return definition(p, at + 1, begin, to, flags);
  if (word === "function" && (next === token.word || next === token.star || next === token.openParen)) {
    let name = next === token.star ? at + 2 : at + 1;
    const declared =
      typeOf(tokens, name) === token.word
        ? add({ at: name, kind: "function" }, model.scope)
        : anonymous(at, "function");
    if (typeOf(tokens, name) === token.word) name++;
    const end = p.functionTail(name, to, declared, stops.line);
    if (declared) declared.to = end;
    return end;
  }
  if (word === "class" && (next === token.word || next === token.openBrace)) {
    const named = next === token.word && !isWord(tokens, at + 1, "extends");
    const declared = named ? add({ at: at + 1, kind: "class", space: space.both }) : anonymous(at, "class");
    const end = p.classTail(named ? at + 2 : at + 1, to, declared);
    if (declared) declared.to = end;
    return end;
  }
  if (word === "interface" && next === token.word && tokens.first[at + 1] === 0) {
    const declared = add({ at: at + 1, kind: "interface", space: space.type });
    declared.to = p.classTail(at + 2, to, declared);
    return declared.to;
  }
  if (
    word === "type" &&
    next === token.word &&
    tokens.first[at + 1] === 0 &&
    (typeOf(tokens, at + 2) === token.equals || typeOf(tokens, at + 2) === token.less)
  ) {
    const declared = add({ at: at + 1, kind: "type", space: space.type });
    const scope = model.enter("type", at + 2);
    const equals = typeOf(tokens, at + 2) === token.less ? p.typeParameters(at + 2, to) : at + 2;
    if (typeOf(tokens, equals) === token.equals) {
      declared.type = declared.body = equals + 1;
      if (typeOf(tokens, equals + 1) === token.openBrace) declared.shape = equals + 1;
      declared.to = model.within(declared.name, () => p.type(equals + 1, to));
    } else declared.to = equals;
    model.leave(scope, declared.to);
    return declared.to;
  }
  if (word === "enum" && next === token.word) return enumeration(p, at, add);
  if (word === "const" && isWord(tokens, at + 1, "enum")) return enumeration(p, at + 1, add);
  if (
    (word === "namespace" || word === "module") &&
    (next === token.word || next === token.string) &&
    tokens.first[at + 1] === 0
  )
    return namespace(p, at, add);
  if (word === "global" && next === token.openBrace) {
    p.block(at + 2, tokens.match[at + 1]!);
    return tokens.match[at + 1]! + 1;
  }
  if (
    (word === "const" || word === "let" || word === "var" || word === "using") &&
    (next === token.word || next === token.openBrace || next === token.openBracket)
  ) {
    if (
      word !== "const" &&
      word !== "var" &&
      next === token.word &&
      (isWord(tokens, at + 1, "in") || isWord(tokens, at + 1, "of"))
    )
      return 0;
    return variables(p, at, to, word, add);
  }
  if (word === "import" && next !== token.openParen && next !== token.dot)
    return importDeclaration(p, at, to, flags.exported);
  return 0;
}

type Add = (made: Parameters<Parser["model"]["declare"]>[0], into?: number) => Declaration;

function enumeration(p: Parser, at: number, add: Add): number {
  const { tokens, model } = p;
  const declared = add({ at: at + 1, kind: "enum", space: space.both });
  const open = at + 2;
  if (typeOf(tokens, open) !== token.openBrace) return open;
  declared.shape = declared.body = open;
  const close = tokens.match[open]!;
  declared.to = Math.min(close + 1, tokens.count);
  model.within(declared.name, () => {
    for (let i = open + 1; i < close; i++) {
      const type = typeOf(tokens, i);
      if (type !== token.word && type !== token.string) continue;
      const name = textOf(tokens, i);
      const made = model.declare({
        at: i,
        kind: "enum_member",
        name: type === token.string ? name.slice(1, -1) : name,
        memberOf: open,
        exported: true,
      });
      if (typeOf(tokens, i + 1) === token.equals) i = p.expression(i + 2, close, stops.comma);
      made.to = Math.min(i + 1, close);
      while (i < close && typeOf(tokens, i) !== token.comma) i++;
    }
  });
  return declared.to;
}

function namespace(p: Parser, at: number, add: Add): number {
  const { tokens, model } = p;
  let name = at + 1;
  while (typeOf(tokens, name + 1) === token.dot) name += 2;
  const isModule = typeOf(tokens, name) === token.string;
  const text = textOf(tokens, name);
  const declared = add({ at: name, kind: "namespace", space: space.both, name: isModule ? text.slice(1, -1) : text });
  const open = name + 1;
  if (typeOf(tokens, open) !== token.openBrace) return open;
  declared.shape = declared.body = open;
  const close = tokens.match[open]!;
  declared.to = Math.min(close + 1, tokens.count);
  const scope = model.enter("module", open, open);
  model.within(declared.name, () => p.block(open + 1, close));
  model.leave(scope, close);
  return declared.to;
}

function variables(p: Parser, at: number, to: number, word: string, add: Add): number {
  const { tokens, model } = p;
  const into = word === "var" ? model.hoisting() : model.scope;
  const kind = word === "const" ? "constant" : "variable";
  let next = at + 1;
  for (;;) {
    const made: Declaration[] = [];
    const begin = next;
    next = p.pattern(next, to, (name) => made.push(add({ at: name, kind }, into)));
    const single = typeOf(tokens, begin) === token.word;
    if (typeOf(tokens, next) === token.bang) next++;
    if (typeOf(tokens, next) === token.colon) {
      if (single) for (const one of made) one.type = next + 1;
      next = p.type(next + 1, to);
    }
    if (isWord(tokens, next, "of") || isWord(tokens, next, "in")) return p.expression(next + 1, to, stops.none);
    if (typeOf(tokens, next) === token.equals && next < to) {
      const value = next + 1;
      const first = made[0];
      if (single && first) readValue(p, first, value);
      const work = () => p.expression(value, to, stops.comma | stops.line);
      next = single && first ? model.within(first.name, work) : work();
      if (single && first) functionValue(tokens, first, value);
    }
    for (const one of made) one.to = next;
    if (typeOf(tokens, next) !== token.comma || next >= to) return next;
    next++;
  }
}
