import { lexer, type Token, type Tokens } from "marked";
import { type Align, type Block, type Inline, plain } from "./node.ts";

/** Read GitHub-flavored Markdown. HTML in it is text; links lead to the web, to mail or to headings, and nowhere else. */
export function parseMarkdown(text: string): Block[] {
  return blocksOf(lexer(withoutFrontMatter(text)));
}

const withoutFrontMatter = (text: string): string => {
  const [found] = /^\ufeff?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  return found === undefined ? text : text.slice(found.length);
};

const blocksOf = (tokens: readonly Token[] = []): Block[] => tokens.flatMap(blockOf);

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case "heading":
      return [{ t: "heading", level: (token as Tokens.Heading).depth, c: inlinesOf(token.tokens) }];
    case "paragraph":
      return [{ t: "text", c: inlinesOf(token.tokens) }];
    case "text":
      return [{ t: "text", c: token.tokens ? inlinesOf(token.tokens) : textOf(token as Tokens.Text) }];
    case "list":
      return [listOf(token as Tokens.List)];
    case "code":
      return [{ t: "code", lang: (token as Tokens.Code).lang?.split(/\s/, 1)[0] ?? "", v: token.text as string }];
    case "blockquote":
      return [{ t: "quote", c: blocksOf(token.tokens) }];
    case "table":
      return [tableOf(token as Tokens.Table)];
    case "hr":
      return [{ t: "rule" }];
    case "html": {
      const shown = token.raw.replace(/<!--[\s\S]*?-->/g, "").trim();
      return shown ? [{ t: "text", c: plain(shown) }] : [];
    }
    case "space":
    case "def":
      return [];
    default:
      return [{ t: "text", c: plain(token.raw.trim()) }];
  }
}

const listOf = ({ ordered, start, items }: Tokens.List): Block => ({
  t: "list",
  ordered,
  start: typeof start === "number" ? start : 1,
  items: items.map(({ task, checked, tokens }) => ({
    ...(task && { checked: checked === true }),
    c: blocksOf(tokens.filter(({ type }) => type !== "checkbox")),
  })),
});

const tableOf = ({ align, header, rows }: Tokens.Table): Block => ({
  t: "table",
  align: align as Align[],
  head: header.map(({ tokens }) => inlinesOf(tokens)),
  rows: rows.map((row) => row.map(({ tokens }) => inlinesOf(tokens))),
});

const inlinesOf = (tokens: readonly Token[] = []): Inline[] => tokens.flatMap(inlineOf);

function inlineOf(token: Token): Inline[] {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return [{ t: token.type, c: inlinesOf(token.tokens) }];
    case "codespan":
      return [{ t: "code", v: (token as Tokens.Codespan).text }];
    case "br":
      return [{ t: "break" }];
    case "link": {
      const { href, tokens } = token as Tokens.Link;
      return isSafe(href) ? [{ t: "link", href, c: inlinesOf(tokens) }] : inlinesOf(tokens);
    }
    case "image":
      return [{ t: "image", src: (token as Tokens.Image).href, alt: (token as Tokens.Image).text }];
    case "checkbox":
      return [];
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? [{ t: "break" }] : plain(token.raw);
    case "text":
    case "escape":
      return inner(token) ? inlinesOf(inner(token)) : textOf(token as Tokens.Text);
    default:
      return plain(token.raw);
  }
}

const inner = (token: Token): Token[] | undefined => ("tokens" in token ? token.tokens : undefined);

const isSafe = (href: string): boolean => /^(?:https?:\/\/|mailto:|tel:|#)/i.test(href);

/** A line break in a paragraph is a space. */
const textOf = ({ text }: { readonly text: string }): Inline[] =>
  plain(decodeEntities(text).replace(/[ \t]*\n[ \t]*/g, " "));

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** The entities that writers of Markdown use; others stay as they are written. */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "\ufffd";
  });
