import { type Tokens, token, typeOf } from "../../scan/tokens.ts";
import type { Family, FoundDefinition } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { doubleQuoted, singleQuoted } from "../_words.ts";

const maxKeys = 2000;
const maxDepth = 3;

const jsonTokens = tokenizer({
  lineComments: ["//"],
  blockComments: [{ open: "/*", close: "*/" }],
  strings: [doubleQuoted, singleQuoted],
});

/** Keys of the three outer levels. */
export const json: Family = {
  tokens: jsonTokens,
  outline(tokens) {
    const found: FoundDefinition[] = [];
    keys(0, tokens.count, "", 0);
    return found;

    function keys(from: number, to: number, container: string, depth: number): void {
      for (let at = from; at < to && found.length < maxKeys; at++) {
        const type = typeOf(tokens, at);
        const isKey = (type === token.string || type === token.word) && typeOf(tokens, at + 1) === token.colon;
        if (isKey && depth > 0) {
          const value = at + 2;
          const last = Math.max(tokens.match[value]!, value);
          const name = tokens.text.slice(tokens.start[at]!, tokens.end[at]!).replace(/^["']|["']$/g, "");
          found.push({
            name,
            kind: "key",
            container,
            exported: true,
            nameStart: tokens.start[at]! + (type === token.string ? 1 : 0),
            start: tokens.start[at]!,
            end: last < tokens.count ? tokens.end[last]! : tokens.text.length,
          });
          if (typeOf(tokens, value) === token.openBrace && depth < maxDepth)
            keys(value + 1, Math.min(last, to), container ? `${container}.${name}` : name, depth + 1);
          at = last;
        } else if (type === token.openBrace && depth === 0) {
          const close = Math.min(tokens.match[at]!, to);
          keys(at + 1, close, container, 1);
          at = close;
        } else if (tokens.match[at]! > at) at = tokens.match[at]!;
      }
    }
  },
};

const hashTokens = tokenizer({
  lineComments: ["#"],
  commentsAfterBlank: true,
  strings: [
    { open: '"""', close: '"""', lines: true, escapes: true },
    { open: "'''", close: "'''", lines: true },
    doubleQuoted,
    { open: "'", close: "'" },
  ],
  wordSigns: "-",
});

export const yaml: Family = { tokens: hashTokens, outline: yamlKeys };

function yamlKeys({ text }: Tokens): readonly FoundDefinition[] {
  const found: (FoundDefinition & { end: number })[] = [];
  const open: { indent: number; path: string; one: FoundDefinition & { end: number } }[] = [];
  let block = -1;
  let last = 0;
  for (let start = 0; start < text.length && found.length < maxKeys; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + 1000)).replace(/\r$/, "");
    const indent = line.search(/\S/);
    if (indent >= 0 && !line.startsWith("#", indent)) {
      if (block >= 0 && indent <= block) block = -1;
      if (block < 0) {
        while (
          open.length > 0 &&
          (indent < open.at(-1)!.indent || (indent === open.at(-1)!.indent && line[indent] !== "-"))
        )
          open.pop()!.one.end = last;
        const key = /^(\s*)(?:"([^"]+)"|'([^']+)'|([^\s#'"{[\]&*!|>%@`,-][^#:]*?|-[^\s#:][^#:]*?))\s*:(?:\s|$)/.exec(
          line,
        );
        if (key && open.length < maxDepth) {
          const name = key[2] ?? key[3] ?? key[4]!;
          const nameStart = start + line.indexOf(name, indent);
          const one = {
            name,
            kind: "key" as const,
            container: open.at(-1)?.path,
            exported: true,
            nameStart,
            start: start + indent,
            end,
          };
          found.push(one);
          open.push({ indent, path: [open.at(-1)?.path, name].filter(Boolean).join("."), one });
        }
        if (/[|>][+-]?\d*\s*(?:#.*)?$/.test(line)) block = indent;
      }
      last = end;
    }
    start = end + 1;
  }
  for (const { one } of open) one.end = last;
  return found;
}

export const toml: Family = {
  tokens: hashTokens,
  outline(tokens) {
    const { text } = tokens;
    const found: (FoundDefinition & { end: number })[] = [];
    let table: (typeof found)[number] | undefined;
    let last = 0;
    for (let at = 0; at < tokens.count && found.length < maxKeys; ) {
      let next = at + 1;
      if (tokens.match[at]! > at) next = Math.min(tokens.match[at]! + 1, tokens.count);
      while (next < tokens.count && tokens.first[next] === 0)
        next = tokens.match[next]! > next ? tokens.match[next]! + 1 : next + 1;
      next = Math.min(next, tokens.count);
      const start = tokens.start[at]!;
      const end = tokens.end[next - 1]!;
      if (typeOf(tokens, at) === token.openBracket) {
        if (table) table.end = last;
        const head = /^\[\[?\s*([^\]]+?)\s*\]/.exec(text.slice(start, end));
        if (head) {
          table = {
            name: head[1]!.replace(/["']/g, ""),
            kind: "table",
            exported: true,
            nameStart: start + head[0].indexOf(head[1]!),
            start,
            end,
            bodyStart: start + head[0].length,
          };
          found.push(table);
        }
      } else {
        const equals = text.slice(start, end).indexOf("=");
        if (equals > 0)
          found.push({
            name: text
              .slice(start, start + equals)
              .trim()
              .replace(/["']/g, ""),
            kind: "key",
            container: table?.name,
            exported: true,
            nameStart: start,
            start,
            end,
          });
      }
      last = end;
      at = next;
    }
    if (table) table.end = last;
    return found;
  },
};
