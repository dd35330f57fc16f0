import type { CodeImport, ImportedName } from "../../code-import.ts";
import { isWord, type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import { skipAngles } from "../_angles.ts";
import { type BraceRules, braceOutline, type Definition } from "../_brace-outline.ts";
import type { Family } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { withoutTicks } from "../_quoted-word.ts";
import { cComments, doubleQuoted, words } from "../_words.ts";

const outlineRules: BraceRules = {
  modifiers: words("pub unsafe async const default extern auto crate"),
  definitions: new Map<string, Definition>([
    ["fn", { kind: "function", body: "code" }],
    ["struct", { kind: "struct", body: "code" }],
    ["union", { kind: "union", body: "code" }],
    ["enum", { kind: "enum", body: "enum" }],
    ["trait", { kind: "trait", body: "members" }],
    ["impl", { kind: "implementation", body: "members", extends: true, name: implemented }],
    ["mod", { kind: "module", body: "members" }],
    ["type", { kind: "type" }],
    ["const", { kind: "constant" }],
    ["static", { kind: "variable" }],
    ["macro_rules", { kind: "macro", body: "code", name: (_, at) => at + 2 }],
    ["macro", { kind: "macro", body: "code" }],
  ]),
  isExported: (modifiers, _, owner) => modifiers.has("pub") || owner === "interface",
};

const rules = {
  lineComments: ["//"],
  blockComments: [{ ...cComments.blockComments[0], nested: true }],
  strings: [{ ...doubleQuoted, lines: true }],
  prefixes: { b: {}, c: {} },
  specialSigns: "'rbc",
  special(text: string, at: number): number {
    if (text.charCodeAt(at) !== token.quote) return rawName(text, at) || rawString(text, at);
    if (text.charCodeAt(at + 1) === token.backslash) {
      const end = text.indexOf("'", at + 3);
      return end > 0 && end < at + 14 ? end + 1 : 0;
    }
    const width = (text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
    if (text.charCodeAt(at + 1 + width) === token.quote) return at + 2 + width;
    let end = at + 1;
    while (end < text.length && /\w/.test(text[end]!)) end++;
    return end > at + 1 ? -end : 0;
  },
};

export const rust: Family = {
  tokens: tokenizer(rules),
  outline: (tokens) => withoutTicks(braceOutline(tokens, outlineRules)),
  imports,
};

/** `r#match`, a name that is a keyword. */
function rawName(text: string, at: number): number {
  if (!text.startsWith("r#", at) || (at > 0 && /\w/.test(text[at - 1]!))) return 0;
  let end = at + 2;
  while (end < text.length && /\w/.test(text[end]!)) end++;
  return end > at + 2 ? -end : 0;
}

function rawString(text: string, at: number): number {
  let open = text.charCodeAt(at) === 114 ? at + 1 : text.charCodeAt(at + 1) === 114 ? at + 2 : -1;
  if (open < 0 || (at > 0 && /\w/.test(text[at - 1]!))) return 0;
  const from = open;
  while (text.charCodeAt(open) === token.hash) open++;
  if (text.charCodeAt(open) !== token.doubleQuote) return 0;
  const end = text.indexOf(`"${"#".repeat(open - from)}`, open + 1);
  return end < 0 ? text.length : end + 1 + open - from;
}

/** The type of `impl<T> Trait for Type<T> where …`. */
function implemented(tokens: Tokens, keyword: number, to: number): number {
  let at = typeOf(tokens, keyword + 1) === token.less ? skipAngles(tokens, keyword + 1) : keyword + 1;
  let name = -1;
  for (; at < to && typeOf(tokens, at) !== token.openBrace && typeOf(tokens, at) !== token.semicolon; at++) {
    if (isWord(tokens, at, "where")) break;
    if (isWord(tokens, at, "for")) name = -1;
    else if (typeOf(tokens, at) === token.less) at = skipAngles(tokens, at) - 1;
    else if (
      typeOf(tokens, at) === token.word &&
      textOf(tokens, at)[0] !== "'" &&
      !["dyn", "mut", "const", "unsafe"].includes(textOf(tokens, at))
    ) {
      if (name < 0 || typeOf(tokens, at - 1) === token.path) name = at;
    } else if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return name;
}

function imports(tokens: Tokens): readonly Omit<CodeImport, "line">[] {
  const found: Omit<CodeImport, "line">[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (typeOf(tokens, at) !== token.word) continue;
    const start = tokens.start[at]!;
    if (isWord(tokens, at, "mod") && typeOf(tokens, at + 2) === token.semicolon) {
      const name = textOf(tokens, at + 1);
      found.push({ specifier: `self::${name}`, names: [{ name: "*", as: name }], start, kind: "include" });
    } else if (isWord(tokens, at, "use") && typeOf(tokens, at - 1) !== token.dot) {
      at = tree(at + 1, "", start, isWord(tokens, at - 1, "pub") ? "export" : "import", 0);
    }
  }
  return found;

  function tree(from: number, base: string, start: number, kind: CodeImport["kind"], depth: number): number {
    let at = from;
    let path = base;
    for (; at < tokens.count; at++) {
      const type = typeOf(tokens, at);
      if (type === token.word && !isWord(tokens, at, "as"))
        path = path === "" || path.endsWith("::") ? path + textOf(tokens, at) : path;
      else if (type === token.path) path += "::";
      else if (type === token.openBrace && depth < 20) {
        const close = tokens.match[at]!;
        for (let i = at + 1; i < close; i++) i = tree(i, path, start, kind, depth + 1);
        return close + 1;
      } else break;
    }
    const names: ImportedName[] = [];
    const cut = path.lastIndexOf("::");
    if (typeOf(tokens, at) === token.star) {
      names.push({ name: "*", as: "*" });
      found.push({ specifier: path.replace(/::$/, ""), names, start, kind });
      return at + 1;
    }
    const name = cut < 0 ? path : path.slice(cut + 2);
    const renamed = isWord(tokens, at, "as");
    if (name !== "") {
      names.push({
        name: name === "self" || cut < 0 ? "*" : name,
        as: renamed ? textOf(tokens, at + 1) : name === "self" ? path.slice(0, cut).split("::").at(-1)! : name,
      });
      found.push({ specifier: cut < 0 ? path : path.slice(0, cut), names, start, kind });
    }
    return renamed ? at + 2 : at;
  }
}
