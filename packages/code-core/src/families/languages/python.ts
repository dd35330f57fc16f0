import type { CodeImport, ImportedName } from "../../code-import.ts";
import type { LexicalRules } from "../../scan/lexical-rules.ts";
import { isWord, type Tokens, textOf, token, typeOf } from "../../scan/tokens.ts";
import type { Family, FoundDefinition } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { parsePython } from "../_parse-python.ts";
import { columnOf, nextStatement } from "../_python-lines.ts";

const quoted = { escapes: true } as const;
const f = { hole: "{" } as const;
const raw = { raw: true } as const;

const rules: LexicalRules = {
  lineComments: ["#"],
  strings: [
    { open: '"""', close: '"""', lines: true, ...quoted },
    { open: "'''", close: "'''", lines: true, ...quoted },
    { open: '"', close: '"', ...quoted },
    { open: "'", close: "'", ...quoted },
  ],
  prefixes: {
    f,
    t: f,
    r: raw,
    b: {},
    u: {},
    br: raw,
    rb: raw,
    fr: { ...raw, ...f },
    rf: { ...raw, ...f },
    tr: { ...raw, ...f },
    rt: { ...raw, ...f },
  },
};

export const python: Family = {
  tokens: tokenizer(rules),
  outline,
  imports,
  model: parsePython,
};

interface Block {
  readonly indent: number;
  readonly path: string;
  readonly isClass: boolean;
  readonly found: FoundDefinition & { end: number };
}

function outline(tokens: Tokens): readonly FoundDefinition[] {
  const { count, start, end } = tokens;
  const found: FoundDefinition[] = [];
  const blocks: Block[] = [];
  const listed = listedNames(tokens);
  const fields = new Set<string>();
  let decorators = -1;
  const isExported = (name: string, container: string) =>
    container === "" && listed ? listed.has(name) : !name.startsWith("_") || /^__\w+__$/.test(name);
  const endBlocks = (indent: number, at: number) => {
    while (blocks.length > 0 && blocks.at(-1)!.indent >= indent) blocks.pop()!.found.end = end[at - 1]!;
  };
  const variable = (kind: FoundDefinition["kind"], name: number, from: number, to: number, container: string) => {
    const text = textOf(tokens, name);
    const key = `${container}.${text}`;
    if (fields.has(key)) return;
    fields.add(key);
    found.push({
      name: text,
      kind,
      container,
      exported: isExported(text, container),
      nameStart: start[name]!,
      start: start[from]!,
      end: end[to - 1]!,
    });
  };

  for (let at = 0; at < count; ) {
    const next = nextStatement(tokens, at);
    if (tokens.first[at] === 1 || at === 0) endBlocks(columnOf(tokens, at), at);
    const block = blocks.at(-1);
    const container = block?.path ?? "";
    const word = isWord(tokens, at, "async") ? at + 1 : at;
    const isDef = isWord(tokens, word, "def");
    if (typeOf(tokens, at) === token.at) {
      if (decorators < 0) decorators = start[at]!;
      at = next;
      continue;
    }
    if ((isDef || isWord(tokens, at, "class")) && word + 1 < next && typeOf(tokens, word + 1) === token.word) {
      const name = textOf(tokens, word + 1);
      const colon = colonOf(tokens, word + 2, next);
      const method = name === "__init__" ? "constructor" : "method";
      const made = {
        name,
        kind: isDef ? (block?.isClass ? method : "function") : "class",
        container,
        exported: isExported(name, container),
        nameStart: start[word + 1]!,
        start: start[at]!,
        end: end[next - 1]!,
        bodyStart: start[colon] ?? tokens.text.length,
        decoratorStart: decorators < 0 ? undefined : decorators,
        doc: docstringOf(tokens, colon + 1),
      } as const;
      found.push(made);
      blocks.push({ indent: columnOf(tokens, at), path: joined(container, name), isClass: !isDef, found: made });
    } else if (
      isWord(tokens, at, "type") &&
      typeOf(tokens, at + 1) === token.word &&
      [token.equals, token.openBracket].some((type) => type === typeOf(tokens, at + 2))
    ) {
      variable("type", at + 1, at, next, container);
    } else if (!block || block.isClass) {
      for (const name of assignedNames(tokens, at, next)) {
        const constant = /^[A-Z][A-Z0-9_]*$/.test(textOf(tokens, name));
        variable(block ? "field" : constant ? "constant" : "variable", name, at, next, container);
      }
    } else if (
      isWord(tokens, at, "self") &&
      typeOf(tokens, at + 1) === token.dot &&
      [token.colon, token.equals].some((type) => type === typeOf(tokens, at + 3))
    ) {
      const owner = blocks.findLast(({ isClass }) => isClass);
      if (owner) variable("field", at + 2, at, next, owner.path);
    }
    decorators = -1;
    at = next;
  }
  endBlocks(-1, count);
  return found;
}

const reserved = new Set(
  "if elif else for while with try except finally return import from pass raise del assert yield lambda global nonlocal break continue match case print await not".split(
    " ",
  ),
);

/** The words that `a = …`, `a: T`, `a, b = …` and `a = b = …` define. */
function assignedNames(tokens: Tokens, from: number, to: number): number[] {
  const names: number[] = [];
  for (let at = from; at < to; ) {
    const group: number[] = [];
    for (; at < to && typeOf(tokens, at) === token.word; at += 2) {
      if (reserved.has(textOf(tokens, at))) return names;
      group.push(at);
      if (typeOf(tokens, at + 1) !== token.comma) break;
    }
    const after = typeOf(tokens, at + 1);
    if (
      group.length === 0 ||
      at + 1 >= to ||
      (after !== token.equals && !(after === token.colon && names.length === 0 && group.length === 1))
    )
      break;
    names.push(...group);
    if (after === token.colon) break;
    at += 2;
  }
  return names;
}

/** The names of `__all__`, when a file has one that can be read. */
function listedNames(tokens: Tokens): ReadonlySet<string> | undefined {
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.first[at] !== 1 && at > 0) continue;
    if (!isWord(tokens, at, "__all__") || typeOf(tokens, at + 1) !== token.equals) continue;
    const open = at + 2;
    if (tokens.match[open]! < 0) return undefined;
    const names = new Set<string>();
    for (let i = open + 1; i < tokens.match[open]!; i++) {
      if (typeOf(tokens, i) === token.string) names.add(textOf(tokens, i).slice(1, -1));
    }
    return names;
  }
  return undefined;
}

function colonOf(tokens: Tokens, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (typeOf(tokens, at) === token.colon) return at;
    if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return to;
}

function docstringOf(tokens: Tokens, at: number): string | undefined {
  if (typeOf(tokens, at) !== token.string) return undefined;
  const text = textOf(tokens, at)
    .replace(/^[a-zA-Z]*("""|'''|"|')/, "")
    .replace(/("""|'''|"|')$/, "");
  return (
    text
      .split("\n")
      .map((line) => line.trim())
      .join("\n")
      .trim()
      .slice(0, 2000) || undefined
  );
}

function joined(container: string, name: string): string {
  return container === "" ? name : `${container}.${name}`;
}

function imports(tokens: Tokens): readonly Omit<CodeImport, "line">[] {
  const found: Omit<CodeImport, "line">[] = [];
  for (let at = 0; at < tokens.count; at = nextStatement(tokens, at)) {
    const next = nextStatement(tokens, at);
    const start = tokens.start[at]!;
    if (isWord(tokens, at, "import")) {
      let i = at + 1;
      while (i < next) {
        const [name, after] = dotted(tokens, i, next);
        if (name === "") break;
        const renamed = isWord(tokens, after, "as");
        const as = renamed ? textOf(tokens, after + 1) : name.split(".")[0]!;
        found.push({ specifier: name, names: [{ name: "*", as }], start, kind: "import" });
        i = after + (renamed ? 3 : 1);
      }
    } else if (isWord(tokens, at, "from")) {
      const [specifier, after] = dotted(tokens, at + 1, next);
      if (isWord(tokens, after, "import"))
        found.push({ specifier, names: importedNames(tokens, after + 1, next), start, kind: "import" });
    }
  }
  return found;
}

/** A dotted name with leading dots, and the token behind it. */
function dotted(tokens: Tokens, from: number, to: number): [string, number] {
  let at = from;
  let name = "";
  while (at < to) {
    const type = typeOf(tokens, at);
    const isDots = type === token.dot || type === token.spread || type === token.range;
    if (!isDots && (type !== token.word || isWord(tokens, at, "import") || isWord(tokens, at, "as"))) break;
    if (type === token.word && name !== "" && !name.endsWith(".")) break;
    name += textOf(tokens, at++);
  }
  return [name, at];
}

function importedNames(tokens: Tokens, from: number, to: number): ImportedName[] {
  const names: ImportedName[] = [];
  for (let at = from; at < to; at++) {
    if (typeOf(tokens, at) === token.star) names.push({ name: "*", as: "*" });
    if (typeOf(tokens, at) !== token.word) continue;
    const name = textOf(tokens, at);
    const renamed = isWord(tokens, at + 1, "as");
    names.push({ name, as: renamed ? textOf(tokens, at + 2) : name });
    if (renamed) at += 2;
  }
  return names;
}
