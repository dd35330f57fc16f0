import type { CodeImport } from "../../code-import.ts";
import { isWord, type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import { type BraceRules, braceOutline, type Definition } from "../_brace-outline.ts";
import type { Family } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { cComments, doubleQuoted, singleQuoted, words } from "../_words.ts";

const type = (kind: Definition["kind"]): Definition => ({ kind, body: "members" });

const outlineRules: BraceRules = {
  modifiers: words(
    "public private protected internal static readonly sealed abstract virtual override async partial extern unsafe new const volatile required file event implicit explicit ref fixed",
  ),
  definitions: new Map<string, Definition>([
    ["class", type("class")],
    ["struct", type("struct")],
    ["interface", type("interface")],
    [
      "record",
      {
        ...type("class"),
        name: (tokens, at) => (isWord(tokens, at + 1, "struct") || isWord(tokens, at + 1, "class") ? at + 2 : at + 1),
      },
    ],
    ["enum", { kind: "enum", body: "enum" }],
    ["namespace", type("namespace")],
    ["delegate", { kind: "type", name: delegateName }],
  ]),
  declarators: "members",
  isExported: (modifiers, _, owner) => modifiers.has("public") || modifiers.has("protected") || owner === "interface",
};

export const csharp: Family = {
  tokens: tokenizer({
    ...cComments,
    strings: [
      { open: '"""', close: '"""', lines: true },
      { open: '@"', close: '"', doubled: true, lines: true },
      { open: '$@"', close: '"', doubled: true, lines: true, hole: "{" },
      { open: '@$"', close: '"', doubled: true, lines: true, hole: "{" },
      { open: '$"', close: '"', escapes: true, hole: "{" },
      { open: '$"""', close: '"""', lines: true, hole: "{" },
      doubleQuoted,
      singleQuoted,
    ],
    directives: true,
    specialSigns: "@",
    special: (text, at) =>
      /\w/.test(text[at + 1] ?? "") ? -(at + 1 + /^\w+/.exec(text.slice(at + 1, at + 200))![0].length) : 0,
  }),
  outline: (tokens) => braceOutline(tokens, outlineRules),
  imports,
};

function delegateName(tokens: Tokens, at: number, to: number): number {
  for (let i = at + 1; i < to && i < at + 60; i++) {
    if (typeOf(tokens, i) !== token.openParen) continue;
    let name = i - 1;
    while (name > at && typeOf(tokens, name) !== token.less && typeOf(tokens, i - 1) === token.greater) name--;
    return typeOf(tokens, i - 1) === token.greater ? name - 1 : i - 1;
  }
  return -1;
}

function imports(tokens: Tokens): readonly Omit<CodeImport, "line">[] {
  const found: Omit<CodeImport, "line">[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (!isWord(tokens, at, "using") || typeOf(tokens, at + 1) !== token.word) continue;
    let i = isWord(tokens, at + 1, "static") ? at + 2 : at + 1;
    let as = "*";
    if (typeOf(tokens, i + 1) === token.equals) {
      as = textOf(tokens, i);
      i += 2;
    }
    const from = i;
    while (typeOf(tokens, i) === token.word || typeOf(tokens, i) === token.dot) i++;
    if (typeOf(tokens, i) !== token.semicolon || i === from) continue;
    const specifier = tokens.text.slice(tokens.start[from]!, tokens.end[i - 1]!).replace(/\s+/g, "");
    found.push({ specifier, names: [{ name: "*", as }], start: tokens.start[at]!, kind: "import" });
  }
  return found;
}
