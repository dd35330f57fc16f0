import { type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import { type BraceRules, braceOutline, type Definition } from "../_brace-outline.ts";
import type { Family } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { quotedWord, withoutTicks } from "../_quoted-word.ts";
import { doubleQuoted, singleQuoted, words } from "../_words.ts";
import { dottedImports } from "./java.ts";

const members = (kind: Definition["kind"]): Definition => ({ kind, body: "members" });
const self = (_: Tokens, at: number) => at;
const nested = [{ open: "/*", close: "*/", nested: true }] as const;

const swiftOutline: BraceRules = {
  modifiers: words(
    "public private fileprivate internal open package static class final override mutating nonmutating lazy weak unowned required convenience dynamic indirect optional prefix postfix infix async nonisolated distributed isolated consuming borrowing",
  ),
  definitions: new Map<string, Definition>([
    ["class", members("class")],
    ["struct", members("struct")],
    ["actor", members("class")],
    ["enum", members("enum")],
    ["protocol", members("interface")],
    ["extension", { ...members("implementation"), extends: true }],
    ["func", { kind: "function", body: "code" }],
    ["init", { kind: "constructor", body: "code", name: self }],
    ["deinit", { kind: "method", body: "code", name: self }],
    ["subscript", { kind: "method", body: "code", name: self }],
    ["var", { kind: "property", body: "code" }],
    ["let", { kind: "constant", body: "code" }],
    ["case", { kind: "enum_member", list: true }],
    ["typealias", { kind: "type" }],
    ["associatedtype", { kind: "type" }],
    ["macro", { kind: "macro" }],
  ]),
  lines: true,
  isExported: (modifiers) => !modifiers.has("private") && !modifiers.has("fileprivate"),
};

export const swift: Family = {
  tokens: tokenizer({
    lineComments: ["//"],
    blockComments: nested,
    strings: [
      { open: '"""', close: '"""', lines: true, escapes: true, hole: "\\(" },
      { ...doubleQuoted, hole: "\\(" },
    ],
    directives: true,
    specialSigns: "#`",
    special(text, at, _previous, _word, dead) {
      if (text[at] === "`") return quotedWord(text, at);
      const open = /^(#+)("""|")/.exec(text.slice(at, at + 12));
      if (!open)
        return /^#(?:selector|available|keyPath|colorLiteral|Preview)/.test(text.slice(at, at + 14)) ? -(at + 1) : 0;
      const close = open[2]! + open[1]!;
      const end = dead.has(close) ? -1 : text.indexOf(close, at + open[0].length);
      if (end < 0) dead.set(close, text.length);
      return end < 0 ? 0 : end + open[0].length;
    },
  }),
  outline: (tokens) => withoutTicks(braceOutline(tokens, swiftOutline)),
  imports: (tokens) => dottedImports(tokens, "import", false),
};

const scalaOutline: BraceRules = {
  modifiers: words(
    "private protected override final abstract sealed implicit lazy inline transparent opaque open infix case",
  ),
  definitions: new Map<string, Definition>([
    ["class", members("class")],
    ["object", members("object")],
    ["trait", members("trait")],
    ["enum", members("enum")],
    ["def", { kind: "function", body: "code" }],
    ["val", { kind: "constant", body: "code" }],
    ["var", { kind: "variable", body: "code" }],
    ["type", { kind: "type" }],
    ["given", { kind: "constant", body: "members" }],
    [
      "package",
      { kind: "module", body: "members", name: (tokens, at) => (textOf(tokens, at + 1) === "object" ? at + 2 : -1) },
    ],
  ]),
  lines: true,
  isExported: (modifiers) => !modifiers.has("private"),
};

export const scala: Family = {
  tokens: tokenizer({
    lineComments: ["//"],
    blockComments: nested,
    strings: [{ open: '"""', close: '"""', lines: true }, doubleQuoted],
    specialSigns: "'`",
    special: (text, at) =>
      quotedWord(text, at) ||
      (/^'(?:\\.[^']{0,5}|[^'\\\n])'/.test(text.slice(at, at + 10))
        ? at + /^'(?:\\.[^']{0,5}|[^'\\\n])'/.exec(text.slice(at, at + 10))![0].length
        : 0),
  }),
  outline: (tokens) => withoutTicks(braceOutline(tokens, scalaOutline)),
  imports: (tokens) => dottedImports(tokens, "import", false),
};

const dartOutline: BraceRules = {
  modifiers: words(
    "abstract static final const late external factory covariant base sealed mixin async required interface",
  ),
  definitions: new Map<string, Definition>([
    ["class", members("class")],
    ["mixin", members("class")],
    ["extension", members("class")],
    ["enum", { kind: "enum", body: "enum" }],
    ["typedef", { kind: "type" }],
    ["get", { kind: "property", body: "code" }],
    ["set", { kind: "property", body: "code" }],
    ["import", { kind: "module", name: () => -1 }],
  ]),
  declarators: "all",
  isExported: (_, name) => !name.startsWith("_"),
};

export const dart: Family = {
  tokens: tokenizer({
    lineComments: ["//"],
    blockComments: nested,
    strings: ['"""', "'''"]
      .map((open) => ({ open, close: open, lines: true, escapes: true }))
      .concat([
        { ...doubleQuoted, hole: "${" },
        { ...singleQuoted, hole: "${" },
      ] as never),
    prefixes: { r: { raw: true } },
  }),
  outline: (tokens) => braceOutline(tokens, dartOutline),
  imports(tokens) {
    const found = [];
    for (let at = 0; at < tokens.count; at++) {
      if (!["import", "export", "part"].includes(textOf(tokens, at)) || typeOf(tokens, at + 1) !== token.string)
        continue;
      const specifier = textOf(tokens, at + 1).slice(1, -1);
      const as = textOf(tokens, at + 2) === "as" ? textOf(tokens, at + 3) : "*";
      found.push({
        specifier: /^[a-z]+:/.test(specifier) || specifier.startsWith(".") ? specifier : `./${specifier}`,
        names: [{ name: "*", as }],
        start: tokens.start[at]!,
        kind: "import" as const,
      });
    }
    return found;
  },
};

/** The body in `const Name = packed struct(u8) { … }`. */
function zigType(tokens: Tokens, keyword: number, to: number) {
  for (let at = keyword + 2; at < Math.min(to, keyword + 12); at++) {
    if (typeOf(tokens, at) === token.semicolon || typeOf(tokens, at) === token.openBrace) return undefined;
    const word = textOf(tokens, at);
    if (word !== "struct" && word !== "enum" && word !== "union") continue;
    const brace = typeOf(tokens, at + 1) === token.openParen ? tokens.match[at + 1]! + 1 : at + 1;
    return typeOf(tokens, brace) === token.openBrace ? ({ brace, kind: word } as const) : undefined;
  }
  return undefined;
}

const zigOutline: BraceRules = {
  modifiers: words("pub export extern inline noinline threadlocal comptime"),
  definitions: new Map<string, Definition>([
    ["fn", { kind: "function", body: "code" }],
    ["const", { kind: "constant", body: "code", inner: zigType }],
    ["var", { kind: "variable", body: "code" }],
    ["test", { kind: "test", body: "code" }],
  ]),
  commas: true,
  isExported: (modifiers) => modifiers.has("pub") || modifiers.has("export"),
};

export const zig: Family = {
  tokens: tokenizer({ lineComments: ["//", "\\\\"], strings: [doubleQuoted, singleQuoted] }),
  outline: (tokens) => braceOutline(tokens, zigOutline),
};
