import { isWord, type Tokens, textOf, token, typeOf } from "../scan/tokens.ts";
import { type FileModel, space } from "../scopes/file-model.ts";
import { type ModelBuilder, modelBuilder } from "../scopes/model-builder.ts";
import { columnOf, nextStatement } from "./_python-lines.ts";

const keywords = new Set(
  "if elif else for while with try except finally return pass raise del assert yield lambda global nonlocal break continue print await not and or in is None True False as async match case from import def class self cls super".split(
    " ",
  ),
);
const headers = new Set("if elif else for while with try except finally match case async".split(" "));

interface Block {
  readonly indent: number;
  readonly scope: number;
  readonly path: string;
  readonly wasLocal: boolean;
  /** The colon of a class, -1 of a function. */
  readonly shape: number;
  readonly declared: { to: number };
}

/** Scopes, declarations and uses of a Python file; never throws, linear in its length. */
export function parsePython(tokens: Tokens): FileModel {
  const model = modelBuilder(tokens, true);
  const blocks: Block[] = [];
  const fields = new Set<string>();
  const end = (indent: number, at: number) => {
    while (blocks.length > 0 && blocks.at(-1)!.indent >= indent) {
      const block = blocks.pop()!;
      block.declared.to = at;
      model.leave(block.scope, at);
      model.path = block.path;
      model.inFunction = block.wasLocal;
    }
  };
  let decorators = -1;
  for (let at = 0; at < tokens.count; ) {
    const next = nextStatement(tokens, at);
    if (tokens.first[at] === 1 || at === 0) end(columnOf(tokens, at), at);
    if (typeOf(tokens, at) === token.at) {
      if (decorators < 0) decorators = at;
      uses(model, at + 1, next);
    } else {
      const word = isWord(tokens, at, "async") ? at + 1 : at;
      const isDef = isWord(tokens, word, "def");
      if ((isDef || isWord(tokens, at, "class")) && word + 1 < next && typeOf(tokens, word + 1) === token.word)
        define(at, word + 1, next, isDef);
      else simple(at, next);
      decorators = -1;
    }
    at = next;
  }
  end(-1, tokens.count);
  return model.finish();

  function owner(): Block | undefined {
    return blocks.findLast(({ shape }) => shape >= 0);
  }

  function define(from: number, name: number, next: number, isDef: boolean): void {
    const shape = blocks.at(-1)?.shape ?? -1;
    const text = textOf(tokens, name);
    let after = name + 1;
    if (typeOf(tokens, after) === token.openBracket) after = tokens.match[after]! + 1;
    const colon = colonFrom(tokens, after, next);
    const declared = model.declare({
      at: name,
      kind: !isDef ? "class" : shape >= 0 ? (text === "__init__" ? "constructor" : "method") : "function",
      from,
      to: next,
      decorators,
      memberOf: shape,
      space: space.both,
      body: colon,
      exported: !text.startsWith("_") || text.startsWith("__"),
      shape: isDef ? -1 : colon,
    });
    const block = { indent: columnOf(tokens, from), path: model.path, wasLocal: model.inFunction, declared };
    const open = typeOf(tokens, after) === token.openParen ? after : -1;
    if (!isDef) {
      declared.heritage = open < 0 ? [] : argumentsOf(tokens, open);
      if (open >= 0) uses(model, open + 1, tokens.match[open]!, true);
    }
    const scope = model.enter(isDef ? "function" : "class", after, isDef ? -1 : colon);
    blocks.push({ ...block, scope, shape: isDef ? -1 : colon });
    if (isDef) {
      if (open >= 0) parameters(open);
      const arrow = open < 0 ? -1 : tokens.match[open]! + 1;
      if (typeOf(tokens, arrow) === token.thinArrow) {
        declared.returns = arrow + 1;
        uses(model, arrow + 1, colon);
      }
    }
    model.path = model.path === "" ? text : `${model.path}.${text}`;
    if (isDef) model.inFunction = true;
    if (colon + 1 < next) simple(colon + 1, next);
  }

  function parameters(open: number): void {
    const close = Math.min(tokens.match[open]!, tokens.count);
    for (let at = open + 1; at < close; ) {
      const last = endOfArgument(tokens, at, close);
      let name = at;
      while (typeOf(tokens, name) === token.star) name++;
      if (typeOf(tokens, name) === token.word && name < last) {
        const one = model.declare({ at: name, kind: "parameter", space: space.both, to: last });
        const after = name + 1;
        if (typeOf(tokens, after) === token.colon) one.type = after + 1;
        const equals = findSign(tokens, after, last, token.equals);
        if (equals >= 0 && one.type < 0) one.value = equals + 1;
        uses(model, after, last);
      }
      at = last + 1;
    }
  }

  function simple(first: number, to: number): void {
    let from = first;
    let word = textOf(tokens, from);
    for (; headers.has(word) && from < to; word = textOf(tokens, from)) {
      const colon = colonFrom(tokens, from + 1, to);
      header(from, colon);
      from = colon + 1;
    }
    if (from >= to || word === "global" || word === "nonlocal") return;
    if (word === "import" || word === "from") {
      importing(from, to);
      return;
    }
    assignment(from, to);
    uses(model, from, to);
  }

  /** `for a, b in …`, `with … as a`, `except E as e`. */
  function header(from: number, to: number): void {
    const at = isWord(tokens, from, "async") ? from + 1 : from;
    if (isWord(tokens, at, "for")) {
      let stop = at + 1;
      while (stop < to && !isWord(tokens, stop, "in")) stop++;
      targets(at + 1, stop);
    } else {
      for (let i = at; i < to; i++) {
        if (!isWord(tokens, i, "as")) continue;
        const end = endOfArgument(tokens, i + 1, to);
        targets(i + 1, end);
        i = end;
      }
    }
    uses(model, at + 1, to);
  }

  function assignment(from: number, to: number): void {
    let start = from;
    const made: ReturnType<typeof target>[] = [];
    let last = -1;
    for (let at = from; at < to; at++) {
      const type = typeOf(tokens, at);
      if (type === token.equals) {
        if (!isOperator(tokens, at - 1)) made.push(...targets(start, at));
        start = at + 1;
        last = at + 1;
      } else if (type === token.colon && at === from + 1 + 2 * dots(from)) {
        const one = targets(from, at)[0];
        if (one) {
          one.type = at + 1;
          one.to = to;
          const equals = findSign(tokens, at + 1, to, token.equals);
          if (equals >= 0) one.value = equals + 1;
        }
        return;
      } else if (type === token.word && isWord(tokens, at, "lambda")) break;
      else if (tokens.match[at]! > at) at = tokens.match[at]!;
    }
    for (const one of made) {
      if (!one) continue;
      one.to = to;
      if (made.length === 1 && last >= 0 && !isTuple(from, last - 1)) one.value = last;
    }
  }

  function dots(from: number): number {
    return typeOf(tokens, from + 1) === token.dot ? 1 : 0;
  }

  function isTuple(from: number, to: number): boolean {
    return findSign(tokens, from, to, token.comma) >= 0 || tokens.match[from]! > from;
  }

  function targets(from: number, to: number) {
    const made: NonNullable<ReturnType<typeof target>>[] = [];
    for (let at = from; at < to; at++) {
      if (typeOf(tokens, at) !== token.word) continue;
      const before = typeOf(tokens, at - 1);
      const next = typeOf(tokens, at + 1);
      const one = at > from && before === token.dot ? undefined : target(at, next, to);
      if (one) made.push(one);
      if (next === token.openBracket || next === token.openParen) at = tokens.match[at + 1]!;
    }
    return made;
  }

  function target(at: number, next: number, to: number) {
    const text = textOf(tokens, at);
    const shape = blocks.at(-1)?.shape ?? -1;
    if (text === "self" && next === token.dot && at + 2 < to + 1) {
      const holder = owner();
      const name = textOf(tokens, at + 2);
      if (
        !holder ||
        typeOf(tokens, at + 3) === token.dot ||
        typeOf(tokens, at + 3) === token.openBracket ||
        typeOf(tokens, at + 3) === token.openParen
      )
        return undefined;
      const key = `${holder.shape}.${name}`;
      if (fields.has(key)) return undefined;
      fields.add(key);
      return model.declare({
        at: at + 2,
        kind: "field",
        from: at,
        memberOf: holder.shape,
        space: space.both,
        exported: true,
        container: holder.path,
      });
    }
    if (next === token.dot || next === token.openBracket || next === token.openParen || keywords.has(text))
      return undefined;
    if (shape >= 0) fields.add(`${shape}.${text}`);
    const known = shape < 0 && model.inFunction ? model.scopes[model.scope]!.names.get(text)?.length : undefined;
    if (known) return undefined;
    return model.declare({
      at,
      kind: shape >= 0 ? "field" : /^[A-Z][A-Z0-9_]*$/.test(text) ? "constant" : "variable",
      memberOf: shape,
      space: space.both,
      exported: !text.startsWith("_"),
    });
  }

  function importing(from: number, to: number): void {
    if (isWord(tokens, from, "import")) {
      for (let at = from + 1; at < to; ) {
        const last = endOfArgument(tokens, at, to);
        const as = findWord(tokens, at, last, "as");
        const path = tokens.text.slice(tokens.start[at]!, tokens.end[(as < 0 ? last : as) - 1]!).replace(/\s/g, "");
        const importIndex = model.imports.push({ specifier: as < 0 ? path.split(".")[0]! : path, name: "*" }) - 1;
        const name = as < 0 ? at : as + 1;
        model.declare({ at: name, kind: "import", space: space.both, importIndex, from, to, exported: true });
        model.use(name, "import");
        at = last + 1;
      }
      return;
    }
    const word = findWord(tokens, from, to, "import");
    if (word < 0) return;
    const specifier = tokens.text.slice(tokens.end[from]!, tokens.start[word]!).replace(/[\s\\]/g, "");
    for (let at = word + 1; at < to; at++) {
      if (typeOf(tokens, at) === token.star) model.reexports.push({ name: "*", as: "*", specifier });
      if (typeOf(tokens, at) !== token.word) continue;
      const renamed = isWord(tokens, at + 1, "as");
      const importIndex = model.imports.push({ specifier, name: textOf(tokens, at) }) - 1;
      const name = renamed ? at + 2 : at;
      model.declare({ at: name, kind: "import", space: space.both, importIndex, from, to, exported: true });
      model.use(name, "import");
      if (renamed) {
        model.use(at, "import");
        at += 2;
      }
    }
  }
}

/** Tokens of what a `for` in brackets, or a `lambda`, declares. */
const maxTargets = 100;

/** Words of an expression; variables of comprehensions and of `lambda` are declared where they stand. */
function uses(model: ModelBuilder, from: number, to: number, inBrackets = false): void {
  const { tokens } = model;
  let depth = inBrackets ? 1 : 0;
  for (let at = from; at < to; at++) {
    const type = typeOf(tokens, at);
    if (type === token.openParen || type === token.openBracket || type === token.openBrace || type === token.hole)
      depth++;
    else if (type === token.closeParen || type === token.closeBracket || type === token.closeBrace) depth--;
    if (type !== token.word) continue;
    const text = textOf(tokens, at);
    if (typeOf(tokens, at - 1) === token.dot) {
      model.use(at, "member");
      continue;
    }
    if (text === "for" && depth > 0) {
      let stop = at + 1;
      const last = Math.min(to, at + maxTargets);
      for (; stop < last && !isWord(tokens, stop, "in"); stop++) declareOnce(model, stop);
      continue;
    }
    if (text === "lambda") {
      for (let i = at + 1; i < Math.min(to, at + maxTargets) && typeOf(tokens, i) !== token.colon; i++) {
        const before = typeOf(tokens, i - 1);
        if (before === token.comma || before === token.star || i === at + 1) declareOnce(model, i);
        if (tokens.match[i]! > i) i = tokens.match[i]!;
      }
      continue;
    }
    if (keywords.has(text)) continue;
    if (typeOf(tokens, at + 1) === token.define) declareOnce(model, at);
    if (depth > 0 && typeOf(tokens, at + 1) === token.equals && typeOf(tokens, at - 1) !== token.hole)
      model.use(at, "key");
    else model.use(at, "value");
  }
}

function declareOnce(model: ModelBuilder, at: number): void {
  if (typeOf(model.tokens, at) !== token.word || keywords.has(textOf(model.tokens, at))) return;
  const into = model.scope;
  if (model.scopes[into]!.kind !== "class" && !model.scopes[into]!.names.has(textOf(model.tokens, at)))
    model.declare({ at, kind: "variable", space: space.both, isLocal: true });
}

/** `+=` and its like do not declare. */
function isOperator(tokens: Tokens, at: number): boolean {
  return "+-*/%&|^@<>".includes(String.fromCharCode(typeOf(tokens, at)));
}

function findSign(tokens: Tokens, from: number, to: number, sign: number): number {
  for (let at = from; at < to; at++) {
    if (typeOf(tokens, at) === sign) return at;
    if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return -1;
}

function findWord(tokens: Tokens, from: number, to: number, word: string): number {
  for (let at = from; at < to; at++) if (isWord(tokens, at, word)) return at;
  return -1;
}

function colonFrom(tokens: Tokens, from: number, to: number): number {
  let lambdas = 0;
  for (let at = from; at < to; at++) {
    if (typeOf(tokens, at) === token.colon) {
      if (lambdas === 0) return at;
      lambdas--;
    } else if (isWord(tokens, at, "lambda")) lambdas++;
    else if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return to;
}

/** The comma or end behind one of several things. */
function endOfArgument(tokens: Tokens, from: number, to: number): number {
  const comma = findSign(tokens, from, to, token.comma);
  return comma < 0 ? to : comma;
}

/** First tokens of the arguments in brackets that have no name. */
function argumentsOf(tokens: Tokens, open: number): number[] {
  const found: number[] = [];
  const close = tokens.match[open]!;
  for (let at = open + 1; at < close; at = endOfArgument(tokens, at, close) + 1) {
    if (typeOf(tokens, at) === token.word && typeOf(tokens, at + 1) !== token.equals) found.push(at);
  }
  return found;
}
