import type { CodeImport } from "../../code-import.ts";
import { isWord, type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import { type BraceRules, braceOutline, type Definition } from "../_brace-outline.ts";
import type { Family } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { cComments, doubleQuoted, singleQuoted, words } from "../_words.ts";

const outlineRules: BraceRules = {
  modifiers: words("public private protected static final abstract readonly var const"),
  definitions: new Map<string, Definition>([
    ["class", { kind: "class", body: "members" }],
    ["interface", { kind: "interface", body: "members" }],
    ["trait", { kind: "trait", body: "members" }],
    [
      "enum",
      { kind: "enum", body: "members", name: (tokens, at) => (typeOf(tokens, at + 1) === token.word ? at + 1 : -1) },
    ],
    [
      "function",
      {
        kind: "function",
        body: "code",
        name: (tokens, at) => (typeOf(tokens, at + 1) === token.ampersand ? at + 2 : at + 1),
      },
    ],
    ["const", { kind: "constant", name: constantName }],
    ["case", { kind: "enum_member" }],
    ["namespace", { kind: "namespace", body: "members" }],
    ["use", { kind: "type", name: () => -1 }],
  ]),
  declarators: "members",
  isExported: (modifiers) => !modifiers.has("private") && !modifiers.has("protected"),
};

export const php: Family = {
  tokens: (text) => tokens(blankHtml(text)),
  outline: (tokens) =>
    braceOutline(tokens, outlineRules).map((one) =>
      one.kind === "method" && one.name === "__construct" ? { ...one, kind: "constructor" } : one,
    ),
  imports,
};

const tokens = tokenizer({
  lineComments: ["//", "# "],
  blockComments: cComments.blockComments,
  strings: [
    { ...doubleQuoted, lines: true },
    { ...singleQuoted, lines: true },
    { open: "`", close: "`", escapes: true },
  ],
  heredoc: /<<<[ \t]*["']?(\w+)["']?/y,
  wordSigns: "$",
});

/** What is outside of `<?php … ?>` becomes blanks, so that offsets stay. */
function blankHtml(text: string): string {
  if (!text.includes("<?")) return text;
  let made = "";
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("<?", at);
    const stop = open < 0 ? text.length : open;
    made += text.slice(at, stop).replace(/[^\n]/g, " ");
    if (open < 0) break;
    const tag = /^<\?(?:php|=)?/.exec(text.slice(open, open + 5))![0].length;
    const close = text.indexOf("?>", open);
    made += " ".repeat(tag) + text.slice(open + tag, close < 0 ? text.length : close);
    if (close < 0) break;
    made += "; ";
    at = close + 2;
  }
  return made;
}

function constantName(tokens: Tokens, at: number): number {
  return typeOf(tokens, at + 2) === token.equals ? at + 1 : at + 2;
}

function imports(tokens: Tokens): readonly Omit<CodeImport, "line">[] {
  const found: Omit<CodeImport, "line">[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (typeOf(tokens, at) !== token.word) continue;
    const word = textOf(tokens, at);
    if (/^(?:require|include)(?:_once)?$/.test(word)) {
      for (let i = at + 1; i < at + 8 && typeOf(tokens, i) !== token.semicolon; i++) {
        if (typeOf(tokens, i) !== token.string) continue;
        const path = textOf(tokens, i).slice(1, -1);
        found.push({
          specifier: path.startsWith("/") ? `.${path}` : path,
          names: [{ name: "*", as: "*" }],
          start: tokens.start[at]!,
          kind: "include",
        });
        break;
      }
    } else if (word === "use" && tokens.first[at] === 1) at = use(at);
  }
  return found;

  function use(at: number): number {
    const start = tokens.start[at]!;
    let i = isWord(tokens, at + 1, "function") || isWord(tokens, at + 1, "const") ? at + 2 : at + 1;
    let base = "";
    let path = "";
    let as = "";
    const flush = () => {
      const name = (base + path).replace(/^\\/, "");
      const last = name.slice(name.lastIndexOf("\\") + 1);
      if (last) found.push({ specifier: name, names: [{ name: last, as: as || last }], start, kind: "import" });
      path = as = "";
    };
    for (; i < tokens.count && typeOf(tokens, i) !== token.semicolon && typeOf(tokens, i) !== token.openParen; i++) {
      const type = typeOf(tokens, i);
      if (type === token.comma || type === token.closeBrace) flush();
      else if (type === token.openBrace) {
        base = path;
        path = "";
      } else if (isWord(tokens, i, "as")) as = textOf(tokens, ++i);
      else if (type === token.word || type === token.backslash) path += textOf(tokens, i);
    }
    if (path) flush();
    return i;
  }
}
