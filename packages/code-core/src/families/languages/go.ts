import type { CodeImport } from "../../code-import.ts";
import { isWord, type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import type { SymbolKind } from "../../symbol.ts";
import type { Family, FoundDefinition } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { cComments, doubleQuoted, singleQuoted } from "../_words.ts";

export const go: Family = {
  tokens: tokenizer({ ...cComments, strings: [doubleQuoted, singleQuoted, { open: "`", close: "`", lines: true }] }),
  outline,
  imports,
};

const isExported = (name: string) => /^\p{Lu}/u.test(name);

function outline(tokens: Tokens): readonly FoundDefinition[] {
  const found: FoundDefinition[] = [];
  for (let at = 0; at < tokens.count; at = nextLine(tokens, at)) {
    if (typeOf(tokens, at) !== token.word) continue;
    const word = textOf(tokens, at);
    if (word === "func") func(at);
    else if (word === "type" || word === "const" || word === "var") group(at, word);
  }
  return found;

  function add(name: number, kind: SymbolKind, from: number, to: number, container = "", body = -1): void {
    const text = textOf(tokens, name);
    if (typeOf(tokens, name) !== token.word || text === "_") return;
    found.push({
      name: text,
      kind,
      container,
      exported: isExported(text),
      nameStart: tokens.start[name]!,
      start: tokens.start[from]!,
      end: tokens.end[Math.min(to, tokens.count) - 1]!,
      bodyStart: body < 0 ? undefined : tokens.start[body],
    });
  }

  function func(at: number): void {
    let name = at + 1;
    let receiver = "";
    if (typeOf(tokens, name) === token.openParen) {
      const close = tokens.match[name]!;
      for (let i = name + 1; i < close && typeOf(tokens, i) !== token.openBracket; i++)
        if (typeOf(tokens, i) === token.word) receiver = textOf(tokens, i);
      name = close + 1;
    }
    const end = nextLine(tokens, at);
    let body = name;
    while (body < end && typeOf(tokens, body) !== token.openBrace) {
      const isType = isWord(tokens, body, "interface") || isWord(tokens, body, "struct");
      body = isType ? tokens.match[body + 1]! + 1 : tokens.match[body]! > body ? tokens.match[body]! + 1 : body + 1;
    }
    add(name, receiver === "" ? "function" : "method", at, end, receiver, body < end ? body : -1);
  }

  function group(at: number, word: string): void {
    const one =
      word === "type"
        ? typeSpec
        : (from: number, end: number, base: number) =>
            values(from, end, base, word === "const" ? "constant" : "variable");
    if (typeOf(tokens, at + 1) !== token.openParen) {
      one(at + 1, nextLine(tokens, at), at);
      return;
    }
    const close = tokens.match[at + 1]!;
    for (let i = at + 2; i < close; ) {
      const end = Math.min(nextLine(tokens, i), close);
      one(i, end, i);
      i = end;
    }
  }

  function values(from: number, end: number, base: number, kind: SymbolKind): void {
    for (let i = from; i < end && typeOf(tokens, i) === token.word; i += 2) {
      add(i, kind, base, end);
      if (typeOf(tokens, i + 1) !== token.comma) break;
    }
  }

  function typeSpec(name: number, end: number, base: number): void {
    let at = name + 1;
    if (typeOf(tokens, at) === token.openBracket && typeOf(tokens, at + 1) === token.word && tokens.match[at]! > at + 2)
      at = tokens.match[at]! + 1;
    if (typeOf(tokens, at) === token.equals) at++;
    const isStruct = isWord(tokens, at, "struct");
    const isInterface = isWord(tokens, at, "interface");
    const body = isStruct || isInterface ? at + 1 : -1;
    add(name, isStruct ? "struct" : isInterface ? "interface" : "type", base, end, "", body);
    if (body < 0) return;
    const close = Math.min(tokens.match[body]!, end);
    for (let i = body + 1; i < close; ) {
      const next = Math.min(nextLine(tokens, i), close);
      const after = typeOf(tokens, i + 1);
      if (isInterface && after === token.openParen) add(i, "method", i, next, textOf(tokens, name));
      else if (isStruct && after !== token.dot && next > i + 1) {
        for (let field = i; field < next && typeOf(tokens, field) === token.word; field += 2) {
          if (typeOf(tokens, field + 1) === token.string) break;
          add(field, "field", i, next, textOf(tokens, name));
          if (typeOf(tokens, field + 1) !== token.comma) break;
        }
      }
      i = next;
    }
  }
}

/** The first token of the next line that no bracket holds. */
function nextLine(tokens: Tokens, from: number): number {
  let at = from;
  while (at < tokens.count) {
    if (tokens.match[at]! > at) at = tokens.match[at]!;
    at++;
    if (tokens.first[at] === 1 || typeOf(tokens, at - 1) === token.semicolon) break;
  }
  return Math.min(at, tokens.count);
}

function imports(tokens: Tokens): readonly Omit<CodeImport, "line">[] {
  const found: Omit<CodeImport, "line">[] = [];
  for (let at = 0; at < tokens.count; at = nextLine(tokens, at)) {
    if (!isWord(tokens, at, "import")) continue;
    const grouped = typeOf(tokens, at + 1) === token.openParen;
    const to = grouped ? tokens.match[at + 1]! : nextLine(tokens, at);
    for (let i = at + 1; i < to; i++) {
      if (typeOf(tokens, i) !== token.string) continue;
      const specifier = textOf(tokens, i).slice(1, -1);
      const named =
        typeOf(tokens, i - 1) === token.word && i - 1 > at
          ? textOf(tokens, i - 1)
          : typeOf(tokens, i - 1) === token.dot
            ? "*"
            : undefined;
      found.push({
        specifier,
        names: [{ name: "*", as: named ?? packageName(specifier) }],
        start: tokens.start[i]!,
        kind: "import",
      });
    }
  }
  return found;
}

/** The name that a package most often has by its path: "gopkg.in/yaml.v3" is yaml, "x/y/v2" is y. */
function packageName(path: string): string {
  const parts = path.split("/");
  const last = /^v\d+$/.test(parts.at(-1) ?? "") && parts.length > 1 ? parts.at(-2)! : parts.at(-1)!;
  return last.replace(/\.v\d+$/, "").replace(/^go-/, "");
}
