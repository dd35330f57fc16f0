import type { CodeImport, ImportedName } from "../../code-import.ts";
import { isWord, type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import type { Family } from "../_family.ts";
import { tokenizeJavaScript } from "../_javascript-rules.ts";
import { moduleOutline } from "../javascript/module-outline.ts";
import { parseModule } from "../javascript/parse-module.ts";

const family = (jsx: boolean): Family => ({
  tokens: tokenizeJavaScript,
  outline: (tokens) => moduleOutline(parseModule(tokens, jsx)),
  imports,
  model: (tokens) => parseModule(tokens, jsx),
});

export const typescript = family(false);
export const javascript = family(true);

function imports(tokens: Tokens): readonly Omit<CodeImport, "line">[] {
  const found: Omit<CodeImport, "line">[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const type = typeOf(tokens, at);
    if (type !== token.word || tokens.end[at]! - tokens.start[at]! > 7) continue;
    const word = textOf(tokens, at);
    if (word === "import" || word === "require") {
      const before = typeOf(tokens, at - 1);
      if (before === token.dot || before === token.optionalDot) continue;
      if (word === "require" && isWord(tokens, at - 3, "import") && typeOf(tokens, at - 1) === token.equals) continue;
      if (typeOf(tokens, at + 1) === token.openParen) {
        const specifier = stringAt(tokens, at + 2);
        if (specifier === undefined) continue;
        const names = namesBefore(tokens, at);
        found.push({ specifier, names, start: tokens.start[at]!, kind: word === "import" ? "dynamic" : "require" });
        continue;
      }
      if (word === "import") at = Math.max(at, statement(at, "import") - 1);
    } else if (word === "export" && typeOf(tokens, at - 1) !== token.dot)
      at = Math.max(at, statement(at, "export") - 1);
  }
  return found;

  /** Reads one, and returns the token at which it ends or turns out to be none. */
  function statement(at: number, kind: "import" | "export"): number {
    const start = tokens.start[at]!;
    let i = at + 1;
    const bare = kind === "import" ? stringAt(tokens, i) : undefined;
    if (bare !== undefined) {
      found.push({ specifier: bare, names: [], start, kind });
      return i;
    }
    const typeOnly =
      isWord(tokens, i, "type") &&
      !isWord(tokens, i + 1, "from") &&
      [token.word, token.openBrace, token.star].includes(typeOf(tokens, i + 1) as 1);
    if (typeOnly) i++;
    if (kind === "export" && typeOf(tokens, i) !== token.openBrace && typeOf(tokens, i) !== token.star) return i;
    const names: ImportedName[] = [];
    for (; i < tokens.count; i++) {
      const type = typeOf(tokens, i);
      if (type === token.openBrace) {
        if (tokens.match[i]! >= tokens.count) return i;
        names.push(...listed(i + 1, tokens.match[i]!));
        i = tokens.match[i]!;
      } else if (type === token.star) {
        const as = isWord(tokens, i + 1, "as") ? textOf(tokens, i + 2) : "*";
        names.push({ name: "*", as });
        if (as !== "*") i += 2;
      } else if (isWord(tokens, i, "from")) {
        const specifier = stringAt(tokens, i + 1);
        if (specifier !== undefined) found.push({ specifier, names, start, kind, ...(typeOnly && { typeOnly }) });
        return i + 1;
      } else if (type === token.word) {
        const word = textOf(tokens, i);
        if (typeOf(tokens, i + 1) === token.equals && isWord(tokens, i + 2, "require")) {
          const specifier = stringAt(tokens, i + 4);
          if (specifier !== undefined)
            found.push({ specifier, names: [{ name: "*", as: word }], start, kind: "require" });
          return i + 1;
        }
        if (typeOf(tokens, i + 1) !== token.comma && !isWord(tokens, i + 1, "from")) return i;
        names.push({ name: "default", as: word });
      } else if (type !== token.comma) return i;
    }
    return i;
  }

  function listed(from: number, to: number): ImportedName[] {
    const names: ImportedName[] = [];
    for (let i = from; i < to; i++) {
      if (typeOf(tokens, i) === token.comma) continue;
      if (
        isWord(tokens, i, "type") &&
        [token.word, token.string].includes(typeOf(tokens, i + 1) as 1) &&
        !isWord(tokens, i + 1, "as")
      )
        i++;
      const name = stringAt(tokens, i) ?? textOf(tokens, i);
      const renamed = isWord(tokens, i + 1, "as");
      names.push({ name, as: renamed ? (stringAt(tokens, i + 2) ?? textOf(tokens, i + 2)) : name });
      if (renamed) i += 2;
    }
    return names;
  }
}

/** Tokens of the names that a call's result is taken apart into. */
const maxNames = 2_000;

/** `const { a, b: c } = require(…)` and `const a = await import(…)`. */
function namesBefore(tokens: Tokens, call: number): ImportedName[] {
  let at = call - 1;
  if (isWord(tokens, at, "await")) at--;
  if (typeOf(tokens, at) !== token.equals) return [];
  at--;
  if (typeOf(tokens, at) === token.word) return [{ name: "*", as: textOf(tokens, at) }];
  if (typeOf(tokens, at) !== token.closeBrace) return [];
  const names: ImportedName[] = [];
  if (at - tokens.match[at]! > maxNames) return [];
  for (let i = tokens.match[at]! + 1; i > 0 && i < at; i++) {
    if (typeOf(tokens, i) !== token.word) continue;
    const renamed = typeOf(tokens, i + 1) === token.colon;
    names.push({ name: textOf(tokens, i), as: textOf(tokens, renamed ? i + 2 : i) });
    while (i < at && typeOf(tokens, i) !== token.comma) i++;
  }
  return names;
}

function stringAt(tokens: Tokens, at: number): string | undefined {
  if (typeOf(tokens, at) !== token.string || typeOf(tokens, at + 1) === token.hole) return undefined;
  const text = textOf(tokens, at);
  return /^["'`]/.test(text) ? text.slice(1, -1) : undefined;
}
