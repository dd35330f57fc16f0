import { isWord, token, typeOf } from "../scan/tokens.ts";
import type { CodeBase, How, Located } from "./code-base.ts";
import { definitionsAt } from "./definitions.ts";
import type { Declaration, FileModel, Use } from "./file-model.ts";
import { indexOf, wordAt } from "./lookup.ts";

export type ReferenceKind = "call" | "import" | "read" | "type" | "write";

/** A reference to a definition. */
export interface Reference {
  readonly path: string;
  /** The token of the name. */
  readonly at: number;
  readonly kind: ReferenceKind;
  readonly how: How;
}

export interface References {
  readonly found: readonly Reference[];
  /** Occurrences of the name that scopes, imports and declared types do not resolve. */
  readonly unsure: readonly Reference[];
  /** How many files were read. */
  readonly files: number;
}

/** Find the references to a definition in the whole code base, under each of its names. */
export function referencesTo(base: CodeBase, targets: readonly Located[]): References {
  const wanted = new Set(targets.map(({ path, declaration }) => `${path}:${declaration.at}`));
  const names = new Set(targets.map(({ declaration }) => declaration.name));
  const found: Reference[] = [];
  const unsure: Reference[] = [];
  const done = new Set<string>();
  let files = 0;
  for (const name of names) {
    for (const path of base.filesWith(name)) {
      const key = `${name}\n${path}`;
      if (done.has(key)) continue;
      done.add(key);
      const model = base.model(path);
      if (!model) continue;
      files++;
      for (const other of otherNames(model, names)) names.add(other);
      for (const use of model.uses) {
        if (wordAt(model, use.at) !== name) continue;
        const { found: meant, how, external } = definitionsAt(base, path, use.at);
        const one = { path, at: use.at, kind: kindOf(model, use), how };
        if (meant.some(({ path: at, declaration }) => wanted.has(`${at}:${declaration.at}`))) found.push(one);
        else if (meant.length === 0 && external === undefined && mayMean(use, targets))
          unsure.push({ ...one, how: "name" });
      }
    }
  }
  return { found, unsure, files };
}

/** Names that imports and re-exports of a file give to one of the names. */
function otherNames(model: FileModel, names: ReadonlySet<string>): string[] {
  const others: string[] = [];
  for (const one of model.declarations) {
    if (one.importIndex >= 0 && names.has(model.imports[one.importIndex]!.name)) others.push(one.name);
  }
  for (const { name, as } of model.reexports) if (names.has(name) && as !== "*" && as !== "default") others.push(as);
  return others;
}

/** A member can only be meant behind a dot or as a key, another name only without. */
function mayMean(use: Use, targets: readonly Located[]): boolean {
  const behindDot = use.role === "member" || use.role === "key";
  return targets.some(({ declaration }) => behindDot || (declaration.memberOf < 0 && declaration.exported));
}

function kindOf(model: FileModel, use: Use): ReferenceKind {
  if (use.role === "import" || use.role === "export") return "import";
  if (use.role === "type") return "type";
  if (isCall(model, use.at)) return "call";
  return isWrite(model, use.at) ? "write" : "read";
}

/** The name at a token is called, constructed, used as a tag or as a decorator. */
export function isCall(model: FileModel, at: number): boolean {
  const { tokens } = model;
  let next = at + 1;
  if (typeOf(tokens, next) === token.bang) next++;
  if (typeOf(tokens, next) === token.optionalDot) next++;
  if (typeOf(tokens, next) === token.less && !model.exportsAll) {
    let depth = 0;
    for (let i = next; i < tokens.count && i < next + 200; i++) {
      const type = typeOf(tokens, i);
      if (type === token.less) depth++;
      else if (type === token.greater && --depth === 0) {
        if (typeOf(tokens, i + 1) === token.openParen) next = i + 1;
        break;
      } else if (type === token.semicolon) break;
      else if (tokens.match[i]! > i) i = tokens.match[i]!;
    }
  }
  const after = typeOf(tokens, next);
  if (after === token.openParen) return true;
  if (
    after === token.string &&
    !model.exportsAll &&
    tokens.text.charCodeAt(tokens.start[next]!) === token.backtick &&
    tokens.first[next] === 0
  )
    return true;
  let first = at;
  while (typeOf(tokens, first - 1) === token.dot) first -= 2;
  const before = typeOf(tokens, first - 1);
  if (before === token.at || isWord(tokens, first - 1, "new")) return true;
  return before === token.less && /^[A-Z]/.test(wordAt(model, at)) && tokens.start[first] === tokens.end[first - 1];
}

function isWrite({ tokens }: FileModel, at: number): boolean {
  const next = typeOf(tokens, at + 1);
  if (next === token.equals) return true;
  const follows = (index: number) => tokens.start[index + 1] === tokens.end[index];
  if ("+-*/%&|^?".includes(String.fromCharCode(next)) && follows(at + 1)) {
    if (
      typeOf(tokens, at + 2) === token.equals ||
      (typeOf(tokens, at + 2) === next &&
        (next === token.plus || next === token.minus || (typeOf(tokens, at + 3) === token.equals && follows(at + 2))))
    )
      return true;
  }
  const before = typeOf(tokens, at - 1);
  return (before === token.plus || before === token.minus) && typeOf(tokens, at - 2) === before;
}

/** The innermost function, method or class with a body around a token. */
export function enclosing(model: FileModel, at: number): Declaration | undefined {
  let best: Declaration | undefined;
  for (const one of model.declarations) {
    if (one.body < 0 || one.importIndex >= 0 || one.from > at || one.to <= at || one.at === at) continue;
    if (!isCallable(one) && !isAccessor(one)) continue;
    if (!best || one.from >= best.from) best = one;
  }
  return best;
}

/** Functions, methods, and names of function values. */
export function isCallable({ kind, body, value, shape }: Declaration): boolean {
  if (kind === "function" || kind === "method" || kind === "constructor") return true;
  return body >= 0 && value >= 0 && shape < 0;
}

/** A getter or setter: it is read like a value, and makes calls like a method. */
const isAccessor = ({ kind, body, value, shape }: Declaration): boolean =>
  kind === "property" && body >= 0 && value < 0 && shape < 0;

/** Get the calls in the body of a function, including those of nested functions. */
export function callsIn(model: FileModel, declaration: Declaration): readonly number[] {
  const { declared } = indexOf(model);
  return model.uses
    .filter(
      ({ at, role }) =>
        at > declaration.at &&
        at < declaration.to &&
        (role === "value" || role === "member") &&
        isCall(model, at) &&
        !declared.has(at),
    )
    .map(({ at }) => at);
}
