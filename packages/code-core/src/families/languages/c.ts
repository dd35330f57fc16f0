import type { CodeImport } from "../../code-import.ts";
import { type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import { type BraceRules, braceOutline, type Definition } from "../_brace-outline.ts";
import type { Family, FoundDefinition } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { cComments, doubleQuoted, singleQuoted, words } from "../_words.ts";

const definitions = new Map<string, Definition>([
  ["struct", { kind: "struct", body: "members", name: tagName }],
  ["union", { kind: "union", body: "members", name: tagName }],
  ["enum", { kind: "enum", body: "enum", name: tagName }],
  ["class", { kind: "class", body: "members", name: tagName }],
  ["namespace", { kind: "namespace", body: "members" }],
  ["typedef", { kind: "type", name: typedefName, inner: typedefBody }],
  ["using", { kind: "type", name: (tokens, at) => (typeOf(tokens, at + 2) === token.equals ? at + 1 : -1) }],
  ["concept", { kind: "type" }],
]);

const outlineRules: BraceRules = {
  modifiers: words(
    "static extern inline constexpr consteval constinit virtual explicit friend public private protected template register thread_local mutable final export",
  ),
  definitions,
  macros: true,
  declarators: "all",
  isExported: (modifiers) => !modifiers.has("static") && !modifiers.has("private"),
};

export const c: Family = {
  tokens: tokenizer({
    ...cComments,
    strings: [doubleQuoted, singleQuoted],
    prefixes: { l: {}, u: {}, u8: {} },
    directives: true,
    specialSigns: "RuUL'",
    special: rawString,
  }),
  outline: (tokens) => [...braceOutline(tokens, outlineRules), ...macros(tokens)],
  imports: includes,
};

/** `R"mark(…)mark"`, and the quotes inside numbers. */
function rawString(text: string, at: number): number {
  if (text.charCodeAt(at) === token.quote)
    return /[\da-fA-F]/.test(text[at - 1] ?? "") && /^'[\da-fA-F]{2}/.test(text.slice(at, at + 3)) ? -(at + 1) : 0;
  if (at > 0 && /\w/.test(text[at - 1]!)) return 0;
  const open = /^(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/.exec(text.slice(at, at + 24));
  if (!open) return 0;
  const end = text.indexOf(`)${open[1]}"`, at + open[0].length);
  return end < 0 ? text.length : end + open[1]!.length + 2;
}

/** The name of a type that has a body here; `struct foo *f(…)` defines no foo. */
function tagName(tokens: Tokens, keyword: number, to: number): number {
  let name = -1;
  for (let at = keyword + 1; at < to && at < keyword + 300; at++) {
    const type = typeOf(tokens, at);
    if (type === token.openBrace) return name < 0 ? beforeFinal(tokens, at) : name;
    if (type === token.colon && name < 0) name = beforeFinal(tokens, at);
    if (type === token.less && name < 0 && typeOf(tokens, at - 1) === token.word) name = at - 1;
    if (
      type === token.openParen &&
      typeOf(tokens, at - 1) === token.word &&
      !/^(?:__\w+|alignas|[A-Z][A-Z0-9_]+)$/.test(textOf(tokens, at - 1))
    )
      return -1;
    if (
      type === token.semicolon ||
      type === token.equals ||
      (type === token.star && name < 0) ||
      (type === token.ampersand && name < 0)
    )
      return -1;
    if (type !== token.openBrace && tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return -1;
}

function beforeFinal(tokens: Tokens, at: number): number {
  const name = textOf(tokens, at - 1) === "final" ? at - 2 : at - 1;
  return typeOf(tokens, name) === token.word ? name : -1;
}

/** The last word of a typedef, or the one in `(*name)(`. */
function typedefName(tokens: Tokens, keyword: number, to: number): number {
  let name = -1;
  for (let at = keyword + 1; at < to; at++) {
    const type = typeOf(tokens, at);
    if (type === token.semicolon) return name;
    if (type === token.word) name = at;
    if (type === token.openParen && typeOf(tokens, at + 1) === token.star && typeOf(tokens, at + 2) === token.word)
      return at + 2;
    if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return -1;
}

/** The body in `typedef struct a { … } b;`. */
function typedefBody(tokens: Tokens, keyword: number) {
  const word = textOf(tokens, keyword + 1);
  if (word !== "struct" && word !== "union" && word !== "enum") return undefined;
  const brace = typeOf(tokens, keyword + 2) === token.word ? keyword + 3 : keyword + 2;
  return typeOf(tokens, brace) === token.openBrace ? ({ brace, kind: word } as const) : undefined;
}

function macros(tokens: Tokens): FoundDefinition[] {
  const found: FoundDefinition[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.type[at] !== token.directive) continue;
    const define = /^#\s*define\s+(\w+)/.exec(
      tokens.text.slice(tokens.start[at]!, Math.min(tokens.end[at]!, tokens.start[at]! + 300)),
    );
    if (!define) continue;
    const start = tokens.start[at]!;
    found.push({
      name: define[1]!,
      kind: "macro",
      exported: true,
      nameStart: start + define[0].length - define[1]!.length,
      start,
      end: tokens.end[at]!,
    });
  }
  return found;
}

function includes(tokens: Tokens): readonly Omit<CodeImport, "line">[] {
  const found: Omit<CodeImport, "line">[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.type[at] !== token.directive) continue;
    const include = /^#\s*(?:include|import)\s*(["<][^">]+)/.exec(textOf(tokens, at).slice(0, 400));
    if (!include) continue;
    const quoted = include[1]!.startsWith('"');
    const specifier = `${quoted && !include[1]!.startsWith('".') ? "./" : ""}${include[1]!.slice(1)}`;
    found.push({
      specifier: quoted ? specifier : `<${specifier}>`,
      names: [{ name: "*", as: "*" }],
      start: tokens.start[at]!,
      kind: "include",
    });
  }
  return found;
}
