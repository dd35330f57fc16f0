import type { CodeImport } from "../../code-import.ts";
import { isWord, type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import { skipAngles } from "../_angles.ts";
import { type BraceRules, braceOutline, type Definition } from "../_brace-outline.ts";
import type { Family } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { continuesLine } from "../_line-continuation.ts";
import { quotedWord, withoutTicks } from "../_quoted-word.ts";
import { cComments, doubleQuoted, singleQuoted, words } from "../_words.ts";

const type = (kind: Definition["kind"]): Definition => ({ kind, body: "members" });
const textBlock = { open: '"""', close: '"""', lines: true, escapes: true } as const;

const javaOutline: BraceRules = {
  modifiers: words(
    "public private protected static final abstract native synchronized transient volatile strictfp default sealed non",
  ),
  definitions: new Map<string, Definition>([
    ["class", type("class")],
    ["interface", type("interface")],
    ["@interface", type("interface")],
    ["record", { ...type("class"), name: recordName }],
    ["enum", { kind: "enum", body: "enum" }],
  ]),
  declarators: "members",
  isExported: (modifiers, _, owner) =>
    !modifiers.has("private") && (modifiers.has("public") || modifiers.has("protected") || owner === "interface"),
};

export const java: Family = {
  tokens: tokenizer({
    ...cComments,
    strings: [textBlock, doubleQuoted, singleQuoted],
    wordSigns: "$",
    specialSigns: "@",
    special: (text, at) => (text.startsWith("@interface", at) ? -(at + 10) : 0),
  }),
  outline: (tokens) => braceOutline(tokens, javaOutline),
  imports: (tokens) => dottedImports(tokens, "import", true),
};

const kotlinOutline: BraceRules = {
  modifiers: words(
    "public private protected internal open abstract final sealed data inline value annotation inner override lateinit const suspend tailrec operator infix external companion enum expect actual vararg noinline crossinline reified fun",
  ),
  definitions: new Map<string, Definition>([
    ["class", { kind: "class", body: "enum" }],
    ["interface", type("interface")],
    ["object", { ...type("object"), name: objectName }],
    ["fun", { kind: "function", body: "code", name: functionName }],
    ["val", { kind: "property", body: "code", name: propertyName }],
    ["var", { kind: "property", body: "code", name: propertyName }],
    ["typealias", { kind: "type" }],
    ["constructor", { kind: "constructor", body: "code", name: (_, at) => at }],
  ]),
  lines: true,
  isExported: (modifiers) => !modifiers.has("private") && !modifiers.has("internal"),
};

export const kotlin: Family = {
  tokens: tokenizer({
    lineComments: ["//"],
    blockComments: [{ open: "/*", close: "*/", nested: true }],
    strings: [{ open: '"""', close: '"""', lines: true, hole: "${" }, { ...doubleQuoted, hole: "${" }, singleQuoted],
    specialSigns: "`",
    special: quotedWord,
  }),
  outline: (tokens) => withoutTicks(braceOutline(tokens, kotlinOutline)),
  imports: (tokens) => dottedImports(tokens, "import", false),
};

const groovyOutline: BraceRules = {
  ...javaOutline,
  modifiers: words("public private protected static final abstract native synchronized transient volatile def"),
  definitions: new Map([...javaOutline.definitions, ["trait", type("trait")]]),
  lines: true,
  declarators: "all",
};

export const groovy: Family = {
  ...java,
  tokens: tokenizer({
    ...cComments,
    strings: [
      textBlock,
      { open: "'''", close: "'''", lines: true, escapes: true },
      { ...doubleQuoted, hole: "${" },
      singleQuoted,
    ],
  }),
  outline: (tokens) => braceOutline(tokens, groovyOutline),
};

function recordName(tokens: Tokens, at: number): number {
  const next = typeOf(tokens, at + 2);
  return next === token.openParen || next === token.less ? at + 1 : -1;
}

/** `object Name`, and `companion object` under its own keyword. */
function objectName(tokens: Tokens, at: number): number {
  return typeOf(tokens, at + 1) === token.word && tokens.first[at + 1] === 0 ? at + 1 : at;
}

/** The word before the parameters: `fun <T> List<T>.name(`. */
function functionName(tokens: Tokens, at: number, to: number): number {
  for (let i = at + 1; i < Math.min(to, at + 60); i++) {
    if (typeOf(tokens, i) === token.less) i = skipAngles(tokens, i) - 1;
    else if (typeOf(tokens, i) === token.openParen) {
      if (typeOf(tokens, i - 1) === token.word && i > at + 1) return i - 1;
      i = tokens.match[i]!;
    }
  }
  return -1;
}

/** `val <T> Type.name: T`. */
function propertyName(tokens: Tokens, at: number, to: number): number {
  let i = typeOf(tokens, at + 1) === token.less ? skipAngles(tokens, at + 1) : at + 1;
  while (i < to && typeOf(tokens, i) === token.word) {
    const after = typeOf(tokens, i + 1) === token.less ? skipAngles(tokens, i + 1) : i + 1;
    if (typeOf(tokens, after) !== token.dot || continuesLine(tokens, i)) return i;
    i = after + 1;
  }
  return -1;
}

/** `import a.b.C`, `import static a.b.C.d`, `import a.b.*`, `import a.b.C as D`. */
export function dottedImports(
  tokens: Tokens,
  keyword: string,
  semicolons: boolean,
): readonly Omit<CodeImport, "line">[] {
  const found: Omit<CodeImport, "line">[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (
      !isWord(tokens, at, keyword) ||
      (at > 0 && tokens.first[at] === 0 && typeOf(tokens, at - 1) !== token.semicolon)
    )
      continue;
    const start = tokens.start[at]!;
    let i = isWord(tokens, at + 1, "static") || isWord(tokens, at + 1, "global") ? at + 2 : at + 1;
    let path = "";
    for (; i < tokens.count && (semicolons || tokens.first[i] === 0 || path === ""); i++) {
      const of = typeOf(tokens, i);
      if (
        (of !== token.word && of !== token.dot && of !== token.star && of !== token.underscore) ||
        isWord(tokens, i, "as")
      )
        break;
      path += textOf(tokens, i);
    }
    if (path === "") continue;
    const cut = path.lastIndexOf(".");
    const name = path.slice(cut + 1);
    const all = name === "*" || name === "_";
    const as = all ? "*" : isWord(tokens, i, "as") ? textOf(tokens, i + 1) : name;
    found.push({
      specifier: all ? path.slice(0, cut) : path,
      names: [{ name: all ? "*" : name, as }],
      start,
      kind: "import",
    });
    at = i;
  }
  return found;
}
