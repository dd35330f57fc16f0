import { compileRules } from "../../scan/_compiled-rules.ts";
import { tokenize } from "../../scan/tokenize.ts";
import { type Tokens, token, typeOf } from "../../scan/tokens.ts";
import type { Family, FoundDefinition } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { doubleQuoted, singleQuoted } from "../_words.ts";
import { typescript } from "./javascript.ts";

const none = compileRules({});
const plain = (text: string): Tokens => ({ ...tokenize("", none), text });

/** Headings, each up to the next of its level. */
export const markdown: Family = {
  tokens: plain,
  outline({ text }) {
    const found: (FoundDefinition & { end: number; level: number })[] = [];
    const open: (typeof found)[number][] = [];
    let fence = "";
    let previous = "";
    let previousStart = 0;
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline;
      const line = text.slice(start, Math.min(end, start + 1000)).replace(/\r$/, "");
      const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence !== "") {
        if (marks?.startsWith(fence) && line.trim() === marks) fence = "";
      } else if (marks) fence = marks;
      else {
        const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line);
        const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line);
        if (heading?.[2])
          add(
            heading[2].replace(/\s*<!--.*?-->\s*/g, ""),
            heading[1]!.length,
            start,
            start + line.indexOf(heading[2], heading[1]!.length),
          );
        else if (underline && /^ {0,3}[^\s>#|\-*+\d]/.test(previous))
          add(
            previous.replace(/\s*<!--.*?-->\s*/g, "").trim(),
            underline[1]![0] === "=" ? 1 : 2,
            previousStart,
            previousStart + previous.search(/\S/),
          );
        previous = line;
        previousStart = start;
      }
      start = end + 1;
    }
    for (const one of open) one.end = text.trimEnd().length;
    return found;

    function add(name: string, level: number, start: number, nameStart: number): void {
      while (open.length > 0 && open.at(-1)!.level >= level) open.pop()!.end = Math.max(start - 1, 0);
      const one = {
        name,
        level,
        kind: "heading" as const,
        container: open.at(-1)?.name,
        exported: true,
        nameStart,
        start,
        end: text.length,
        bodyStart: nameStart + name.length,
      };
      found.push(one);
      open.push(one);
    }
  },
};

export const css: Family = {
  tokens: tokenizer({
    lineComments: ["//"],
    commentsAfterBlank: true,
    blockComments: [{ open: "/*", close: "*/" }],
    strings: [doubleQuoted, singleQuoted],
    wordSigns: "-$@",
  }),
  outline(tokens) {
    const found: FoundDefinition[] = [];
    rules(0, tokens.count, 0);
    return found;

    function rules(from: number, to: number, depth: number): void {
      if (depth > 20) return;
      let begin = from;
      for (let at = from; at < to; at++) {
        const type = typeOf(tokens, at);
        if (type === token.semicolon || type === token.closeBrace) {
          const name = /^(?:--|\$|@)[\w-]+(?=\s*:)/.exec(
            tokens.text.slice(tokens.start[begin] ?? 0, (tokens.start[begin] ?? 0) + 200),
          )?.[0];
          if (name && type === token.semicolon) add(name, "variable", begin, at, undefined);
          begin = at + 1;
        } else if (type === token.openBrace) {
          const close = Math.min(tokens.match[at]!, to);
          if (at > begin) {
            const name = tokens.text.slice(tokens.start[begin]!, tokens.end[at - 1]!).replace(/\s+/g, " ");
            const isMixin = /^@(?:mixin|function)\s+/.exec(name);
            const named = isMixin ? name.slice(isMixin[0].length).replace(/\s*\(.*/, "") : name;
            if (named.length <= 300)
              add(named, isMixin ? "function" : name.startsWith("@") ? "rule" : "selector", begin, close, at);
          }
          rules(at + 1, close, depth + 1);
          at = close;
          begin = at + 1;
        } else if (tokens.match[at]! > at) at = tokens.match[at]!;
      }
    }

    function add(
      name: string,
      kind: FoundDefinition["kind"],
      from: number,
      to: number,
      body: number | undefined,
    ): void {
      found.push({
        name,
        kind,
        exported: true,
        nameStart: tokens.start[from]!,
        start: tokens.start[from]!,
        end: to < tokens.count ? tokens.end[to]! : tokens.text.length,
        bodyStart: body === undefined ? undefined : tokens.start[body],
      });
    }
  },
  imports: ({ text }) =>
    [...text.matchAll(/@(?:import|use|forward)\s+(?:url\(\s*)?["']([^"'\n]+)["']/g)].map((match) => ({
      specifier: match[1]!,
      names: [],
      start: match.index,
      kind: "include",
    })),
};

/** Scripts of a page, what its elements are called by `id`, and its headings. */
export const html: Family = {
  tokens: (text) => typescript.tokens(onlyScripts(text)),
  outline: (tokens) => typescript.outline(tokens),
  imports: (tokens) => typescript.imports?.(tokens) ?? [],
};

/** Everything but the insides of `<script>` becomes blanks, so that offsets stay. */
function onlyScripts(text: string): string {
  const parts: string[] = [];
  const opens = /<script\b/gi;
  const closes = /<\/script\s*>/gi;
  let at = 0;
  for (let open = opens.exec(text); open; open = opens.exec(text)) {
    const from = endOfTag(text, opens.lastIndex);
    if (from < 0) continue;
    const tag = text.slice(open.index, from);
    closes.lastIndex = from;
    const to = closes.exec(text)?.index ?? text.length;
    opens.lastIndex = to;
    if (/\btype\s*=\s*["']?(?!module|text\/(?:java|type)script)[\w/+-]+/i.test(tag) && !/lang=/.test(tag)) continue;
    parts.push(blank(text.slice(at, from)), text.slice(from, to));
    at = to;
  }
  parts.push(blank(text.slice(at)));
  return parts.join("");
}

/** Characters of a tag. */
const longestTag = 2_000;

/** Behind the `>` that ends a tag, wherever its quotes have another; -1 where none does. */
function endOfTag(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length && at < from + longestTag; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === token.doubleQuote || code === token.quote) quote = code;
    else if (code === token.greater) return at + 1;
  }
  return -1;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

export const htmlPage: Family = {
  ...html,
  tokens(text) {
    const tokens = typescript.tokens(onlyScripts(text));
    pages.set(tokens, text);
    return tokens;
  },
  outline(tokens) {
    const text = pages.get(tokens) ?? tokens.text;
    const ids = [...text.matchAll(/<([a-zA-Z][\w-]*)\b[^<>]{0,2000}?\sid\s*=\s*["']([^"'\n]+)["']/g)].map(
      (match): FoundDefinition => {
        const nameStart = match.index + match[0].length - match[2]!.length - 1;
        return {
          name: match[2]!,
          kind: "object",
          exported: true,
          nameStart,
          start: match.index,
          end: match.index + match[0].length,
        };
      },
    );
    return [...ids, ...typescript.outline(tokens)];
  },
};

const pages = new WeakMap<Tokens, string>();
