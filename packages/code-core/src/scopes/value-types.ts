import { isWord, token, typeOf } from "../scan/tokens.ts";
import type { CodeBase, Located } from "./code-base.ts";
import { type Declaration, type FileModel, space } from "./file-model.ts";
import { indexOf, lookup, scopeAt, wordAt } from "./lookup.ts";
import { exportedAs, followed } from "./module-exports.ts";

/** A thing that has members: a shape of a file, or a whole module. */
export interface Shape {
  readonly path: string;
  /** The token of the brace, -1 for the module itself. */
  readonly shape: number;
  /** The class itself rather than its instances; undefined when there is no difference. */
  readonly isStatic?: boolean;
}

const maxDepth = 12;
const wrappers = new Set(
  "Promise Readonly Partial Required NonNullable Awaited Omit Pick PromiseLike Optional Type Annotated ClassVar Final".split(
    " ",
  ),
);

/** The members of that name, of the shape itself or its base types. */
export function membersNamed(base: CodeBase, of: Shape, name: string, depth = 0): readonly Located[] {
  if (depth > maxDepth) return [];
  const model = base.model(of.path);
  if (!model) return [];
  if (of.shape < 0) return exportedAs(base, of.path, name);
  const index = indexOf(model);
  const own = (index.members.get(of.shape) ?? []).filter(
    (one) => one.name === name && (of.isStatic === undefined || one.isStatic === of.isStatic || model.exportsAll),
  );
  if (own.length > 0) return own.map((declaration) => ({ path: of.path, declaration }));
  const inner = model.scopes.findIndex(({ kind, shape }) => kind === "module" && shape === of.shape);
  if (inner >= 0) {
    const found = (model.scopes[inner]!.names.get(name) ?? []).map((at) => ({
      path: of.path,
      declaration: model.declarations[at]!,
    }));
    if (found.length > 0) return found;
  }
  const owner = index.owners.get(of.shape);
  for (const parent of owner?.heritage ?? []) {
    for (const shape of typeAt(base, of.path, parent, depth + 1)) {
      const found = membersNamed(
        base,
        of.isStatic === undefined ? shape : { ...shape, isStatic: of.isStatic },
        name,
        depth + 1,
      );
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The shapes of the type that begins at a token. */
export function typeAt(base: CodeBase, path: string, from: number, depth = 0): readonly Shape[] {
  const model = base.model(path);
  if (!model || from < 0 || depth > maxDepth) return [];
  const { tokens } = model;
  const shapes: Shape[] = [];
  let at = from;
  for (let operands = 0; operands < 8; operands++) {
    while (
      typeOf(tokens, at) === token.pipe ||
      typeOf(tokens, at) === token.ampersand ||
      isWord(tokens, at, "readonly")
    )
      at++;
    const type = typeOf(tokens, at);
    if (type === token.openBrace) {
      shapes.push({ path, shape: at });
      at = tokens.match[at]! + 1;
    } else if (type === token.openParen) {
      shapes.push(...typeAt(base, path, at + 1, depth + 1));
      at = tokens.match[at]! + 1;
    } else if (isWord(tokens, at, "typeof")) {
      for (const one of valuesNamed(base, path, at + 1)) shapes.push(...typeOfDeclaration(base, one, depth + 1));
      at += 2;
    } else if (type === token.word) {
      const [found, end] = named(base, path, model, at, depth);
      shapes.push(...found);
      at = end;
    } else break;
    if (typeOf(tokens, at) !== token.pipe && typeOf(tokens, at) !== token.ampersand) break;
  }
  return shapes;
}

function named(base: CodeBase, path: string, model: FileModel, at: number, depth: number): [readonly Shape[], number] {
  const { tokens } = model;
  const word = wordAt(model, at);
  let last = at;
  let found: readonly Located[] = lookup(model, word, scopeAt(model, at), space.type).flatMap((one) =>
    followed(base, path, one),
  );
  if (found.length === 0)
    found = lookup(model, word, scopeAt(model, at), space.value).flatMap((one) => followed(base, path, one));
  while (typeOf(tokens, last + 1) === token.dot && typeOf(tokens, last + 2) === token.word) {
    last += 2;
    const name = wordAt(model, last);
    found = found.flatMap((one) =>
      membersOfDeclaration(base, one, depth).flatMap((shape) => membersNamed(base, shape, name, depth + 1)),
    );
  }
  const angle = typeOf(tokens, last + 1);
  const isGeneric = angle === token.less || (angle === token.openBracket && model.exportsAll);
  if (isGeneric && wrappers.has(wordAt(model, last)) && found.length === 0)
    return [typeAt(base, path, last + 2, depth + 1), behind(model, last + 1)];
  const shapes = found.flatMap((one) => instanceOf(base, one, depth + 1));
  const end = isGeneric ? behind(model, last + 1) : last + 1;
  return typeOf(tokens, end) === token.openBracket && !model.exportsAll ? [[], end] : [shapes, end];
}

function behind({ tokens }: FileModel, open: number): number {
  if (tokens.match[open]! > open) return tokens.match[open]! + 1;
  let depth = 0;
  for (let at = open; at < tokens.count && at < open + 300; at++) {
    const type = typeOf(tokens, at);
    if (type === token.less) depth++;
    else if (type === token.greater && --depth === 0) return at + 1;
    else if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return open + 1;
}

/** What an instance of a declared type has. */
function instanceOf(base: CodeBase, one: Located, depth: number): readonly Shape[] {
  const { declaration, path } = one;
  if (depth > maxDepth) return [];
  if (declaration.kind === "class")
    return declaration.shape < 0 ? [] : [{ path, shape: declaration.shape, isStatic: false }];
  if (declaration.kind === "interface" || declaration.kind === "enum" || declaration.kind === "namespace")
    return declaration.shape < 0 ? [] : [{ path, shape: declaration.shape }];
  if (declaration.kind === "type" || declaration.kind === "type_parameter")
    return typeAt(base, path, declaration.type, depth + 1);
  if (declaration.kind === "module") return [{ path, shape: -1 }];
  return [];
}

/** What can be after a dot when the name itself is before it. */
function membersOfDeclaration(base: CodeBase, one: Located, depth: number): readonly Shape[] {
  const { declaration, path } = one;
  if (declaration.kind === "class") return [{ path, shape: declaration.shape, isStatic: true }];
  return typeOfDeclaration(base, one, depth + 1);
}

/** The shapes of a declared value. */
export function typeOfDeclaration(base: CodeBase, one: Located, depth = 0): readonly Shape[] {
  const { declaration, path } = one;
  if (depth > maxDepth) return [];
  if (declaration.importIndex >= 0)
    return followed(base, path, declaration).flatMap((target) => typeOfDeclaration(base, target, depth + 1));
  switch (declaration.kind) {
    case "module":
      return [{ path, shape: -1 }];
    case "class":
      return declaration.shape < 0 ? [] : [{ path, shape: declaration.shape, isStatic: true }];
    case "enum":
    case "namespace":
    case "interface":
      return declaration.shape < 0 ? [] : [{ path, shape: declaration.shape }];
    default:
  }
  if (declaration.type >= 0) return typeAt(base, path, declaration.type, depth + 1);
  if (declaration.value >= 0 && declaration.shape >= 0) {
    return [
      { path, shape: declaration.shape, ...(isWordAt(base, path, declaration.value, "class") && { isStatic: true }) },
    ];
  }
  if (declaration.value < 0 || declaration.body >= 0) return [];
  return valueEndingAt(base, path, declaration.to - 1, declaration.value, depth + 1);
}

function isWordAt(base: CodeBase, path: string, at: number, word: string): boolean {
  const model = base.model(path);
  return model !== undefined && isWord(model.tokens, at, word);
}

/** The meaning of the name at a token as a value. */
export function valuesNamed(base: CodeBase, path: string, at: number): readonly Located[] {
  const model = base.model(path);
  if (!model) return [];
  const use = indexOf(model).uses.get(at);
  return lookup(model, wordAt(model, at), use?.scope ?? scopeAt(model, at), space.value).flatMap((one) =>
    followed(base, path, one),
  );
}

/** The shapes of the value whose last token this is; with `from` only when it begins there. */
export function valueEndingAt(base: CodeBase, path: string, end: number, from = -1, depth = 0): readonly Shape[] {
  const model = base.model(path);
  if (!model || depth > maxDepth) return [];
  const { tokens } = model;
  let at = end;
  if (typeOf(tokens, at) === token.bang) at--;
  const begin = chainStart(model, at);
  if (from >= 0) {
    let first = from;
    while (isWord(tokens, first, "await") || isWord(tokens, first, "new")) first++;
    const cast = castIn(model, from, end);
    if (cast >= 0) return typeAt(base, path, cast, depth + 1);
    if (begin !== first) return [];
  }
  const isNew = isWord(tokens, begin - 1, "new");
  const type = typeOf(tokens, at);
  if (type === token.closeParen) {
    const open = tokens.match[at]!;
    if (open === begin) {
      const cast = castIn(model, open + 1, at - 1);
      return cast >= 0 ? typeAt(base, path, cast, depth + 1) : valueEndingAt(base, path, at - 1, open + 1, depth + 1);
    }
    const callee = calleeBefore(model, open);
    if (model.exportsAll && isWord(tokens, callee, "super"))
      return thisAt(path, model, callee).flatMap((shape) => parentsOf(base, shape, depth + 1));
    const declared = declaredAt(base, path, callee, depth + 1);
    const isLast = isNew && !hasCall(model, begin, open);
    return declared.flatMap((one) =>
      isLast || (one.declaration.kind === "class" && model.exportsAll)
        ? instanceOf(base, one, depth + 1)
        : returned(base, one, depth + 1),
    );
  }
  if (type !== token.word) return [];
  const word = wordAt(model, at);
  if (word === "this" || (word === "self" && model.exportsAll) || (word === "cls" && model.exportsAll))
    return thisAt(path, model, at);
  if (word === "super") return thisAt(path, model, at).flatMap((shape) => parentsOf(base, shape, depth + 1));
  if (isNew) return declaredAt(base, path, at, depth + 1).flatMap((one) => instanceOf(base, one, depth + 1));
  return declaredAt(base, path, at, depth + 1).flatMap((one) => typeOfDeclaration(base, one, depth + 1));
}

function parentsOf(base: CodeBase, shape: Shape, depth: number): readonly Shape[] {
  const model = base.model(shape.path);
  const owner = model && indexOf(model).owners.get(shape.shape);
  return (owner?.heritage ?? []).flatMap((at) => typeAt(base, shape.path, at, depth + 1));
}

function hasCall({ tokens }: FileModel, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (typeOf(tokens, at) === token.openParen) return true;
  return false;
}

/** The declarations that the name at a token refers to, alone or after a dot. */
export function declaredAt(base: CodeBase, path: string, at: number, depth = 0): readonly Located[] {
  const model = base.model(path);
  if (!model || at < 0 || depth > maxDepth || typeOf(model.tokens, at) !== token.word) return [];
  const before = typeOf(model.tokens, at - 1);
  if (before !== token.dot && before !== token.optionalDot) return valuesNamed(base, path, at);
  const name = wordAt(model, at);
  return valueEndingAt(base, path, at - 2, -1, depth + 1).flatMap((shape) => membersNamed(base, shape, name));
}

/** The name that is called by the parentheses, behind type arguments. */
function calleeBefore({ tokens }: FileModel, open: number): number {
  let at = open - 1;
  if (typeOf(tokens, at) === token.optionalDot || typeOf(tokens, at) === token.bang) at--;
  if (typeOf(tokens, at) !== token.greater) return at;
  let depth = 0;
  for (; at > 0 && at > open - 300; at--) {
    const type = typeOf(tokens, at);
    if (type === token.greater) depth++;
    else if (type === token.less && --depth === 0) return at - 1;
    else if (tokens.match[at]! >= 0 && tokens.match[at]! < at) at = tokens.match[at]!;
  }
  return -1;
}

/** The first token of `a.b(c)[d].e` that ends at a token. */
function chainStart(model: FileModel, end: number): number {
  const { tokens } = model;
  let at = end;
  for (let steps = 0; steps < 200; steps++) {
    const type = typeOf(tokens, at);
    if (type === token.closeParen || type === token.closeBracket) {
      const open = tokens.match[at]!;
      if (open < 0) return at;
      const callee = calleeBefore(model, open);
      const before = typeOf(tokens, callee);
      const continues =
        before === token.closeParen ||
        before === token.closeBracket ||
        (before === token.word && !isKeyword(wordAt(model, callee)));
      if (!continues) return open;
      at = callee;
      continue;
    }
    if (type === token.bang) {
      at--;
      continue;
    }
    if (type !== token.word && type !== token.string) return at;
    const before = typeOf(tokens, at - 1);
    if (before !== token.dot && before !== token.optionalDot) return at;
    at -= 2;
  }
  return at;
}

const isKeyword = (word: string) =>
  /^(?:if|while|for|switch|return|await|typeof|new|in|of|and|or|not|else|case|yield|catch|elif|print|assert)$/.test(
    word,
  );

/** The type behind the last `as` of an expression, outside of brackets. */
function castIn({ tokens }: FileModel, from: number, end: number): number {
  let found = -1;
  for (let at = from; at <= end; at++) {
    if (tokens.match[at]! > at) at = tokens.match[at]!;
    else if (
      (isWord(tokens, at, "as") || isWord(tokens, at, "satisfies")) &&
      at > from &&
      !isWord(tokens, at + 1, "const")
    )
      found = at + 1;
  }
  return found;
}

/** The class or object around a `this`. */
function thisAt(path: string, model: FileModel, at: number): readonly Shape[] {
  let scope = indexOf(model).uses.get(at)?.scope ?? scopeAt(model, at);
  for (; scope >= 0; scope = model.scopes[scope]!.parent) {
    const { kind, shape, start, end } = model.scopes[scope]!;
    if (kind === "class" && at >= start && at < end) return [{ path, shape }];
  }
  return [];
}

/** What a function, method or callable property returns. */
function returned(base: CodeBase, one: Located, depth: number): readonly Shape[] {
  const { declaration, path } = one;
  const model = base.model(path);
  if (!model || depth > maxDepth) return [];
  if (declaration.returns >= 0) {
    if (isWord(model.tokens, declaration.returns, "this") && declaration.memberOf >= 0)
      return [{ path, shape: declaration.memberOf, isStatic: false }];
    return typeAt(base, path, declaration.returns, depth + 1);
  }
  if (declaration.type >= 0) return callable(base, path, declaration, depth);
  return [];
}

/** `name: (a: A) => B` is called. */
function callable(base: CodeBase, path: string, declaration: Declaration, depth: number): readonly Shape[] {
  const { tokens } = base.model(path)!;
  const open = declaration.type;
  if (typeOf(tokens, open) !== token.openParen) return [];
  const arrow = tokens.match[open]! + 1;
  return typeOf(tokens, arrow) === token.arrow ? typeAt(base, path, arrow + 1, depth + 1) : [];
}
