import { plainLine, plainText } from "../markdown/plain-text.ts";
import { isDataTable, tableGrid } from "../markdown/table-grid.ts";
import { toMarkdown } from "../markdown/to-markdown.ts";
import { writeHtml } from "../markdown/write-html.ts";
import { type Element, element, elementsOf, firstOf, lineOf, resolveUrl, sizeOf } from "../tree.ts";
import { type Article, dropIdleImageTexts, findArticle, withoutChrome } from "./extract.ts";
import type { PageMetadata } from "./metadata.ts";
import { visiblePage } from "./visible-page.ts";

/** Characters below which an article is a guess, and counts only when it is nearly all there is. */
const sureText = 500;
const nearlyAll = 0.9;
/** Characters below which a body says nothing. */
const minText = 40;

/** Extract what a page says: the article, else the body without its chrome, else everything. */
export const readPage: ReadPage = async (html, { url }) => {
  const { parts, base, metadata, withoutScripts, notes } = visiblePage(html, url);
  const article = findArticle(parts, base);
  const { stage, content } = choose(parts.body, article, withoutScripts);
  dropIdleImageTexts(content);
  const page = {
    title: article?.title ?? metadata.title ?? headline(parts.body),
    byline: article?.byline ?? metadata.byline,
    published: article?.published ?? metadata.published,
    language: metadata.language,
    description: article?.description ?? metadata.description,
    stage,
    metadata,
    notes,
  };
  return lazily(page, {
    markdown: () => toMarkdown(content, base),
    text: () => plainText(content),
    html: () => writeHtml(content),
    links: () => collectLinks(content, base),
    tables: () => collectTables(content),
  });
};

/** The first step that leaves enough of the page. */
function choose(
  body: Element,
  article: Article | undefined,
  withoutScripts: readonly Element[],
): { readonly stage: Page["stage"]; readonly content: Element } {
  const bare = withoutChrome(body);
  const said = sizeOf(bare).characters;
  if (article) {
    const found = sizeOf(article.root).characters;
    if (said > 0 && found > 0 && (found >= sureText || found >= nearlyAll * said))
      return { stage: "article", content: article.root };
  }
  if (said >= minText || holdsImage(bare)) return { stage: "body", content: bare };
  if (lineOf(body) !== "") return { stage: "raw", content: body };
  const fallback = {
    ...element("body"),
    children: withoutScripts.flatMap(({ children }) => children),
    holdsBlocks: true,
  };
  return { stage: "raw", content: fallback };
}

function holdsImage(root: Element): boolean {
  return firstOf(root, "img", "picture") !== undefined;
}

function headline(body: Element): string | undefined {
  const found = firstOf(body, "h1");
  return (found && lineOf(found)) || undefined;
}

/** An object with further parts that are made when they are first read, and kept. */
function lazily<T extends object, P extends Record<string, unknown>>(
  known: T,
  parts: { readonly [K in keyof P]: () => P[K] },
): T & P {
  for (const name of Object.keys(parts)) {
    Object.defineProperty(known, name, {
      enumerable: true,
      configurable: true,
      get(): unknown {
        const value = parts[name as keyof P]();
        Object.defineProperty(known, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return known as T & P;
}

/** A table as rows of text: what spans several columns or rows is repeated in each. */
export interface PageTable {
  readonly caption?: string | undefined;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The content of a page without what surrounds it. */
export interface Page {
  readonly title?: string | undefined;
  readonly byline?: string | undefined;
  readonly published?: string | undefined;
  readonly language?: string | undefined;
  readonly description?: string | undefined;
  /** Which step gave the text: the article that was found, the body without its chrome, or everything. */
  readonly stage: "article" | "body" | "raw";
  readonly markdown: string;
  readonly text: string;
  /** The part of the page that `markdown` was made from, as HTML without scripts, styles and hidden text. */
  readonly html: string;
  /** Absolute, each once, in the order of the page. */
  readonly links: readonly { readonly text: string; readonly url: string }[];
  /** Those that hold data; a table that only arranges the page is none. */
  readonly tables: readonly PageTable[];
  readonly metadata: PageMetadata;
  /** What a reader has to know of what was taken out. */
  readonly notes: readonly string[];
}

/**
 * Extract what a page says, whatever its markup; never throws. Its parts are made when they are first read.
 * It works without a break: 2 MB take about half a second, more in proportion.
 */
export type ReadPage = (html: string, options: { readonly url: string }) => Promise<Page>;

/** Links to other places, absolute, each address once with the first text that it has. */
export function collectLinks(root: Element, base: string): Page["links"] {
  const found = new Map<string, string>();
  for (const node of elementsOf(root)) {
    const { href } = node.attributes;
    if ((node.tag !== "a" && node.tag !== "area") || !href || href.startsWith("#")) continue;
    if (/^\s*(javascript|data|vbscript|blob|about):/i.test(href)) continue;
    const url = resolveUrl(href, base);
    const text = plainLine(node) || node.attributes["aria-label"] || node.attributes.title || "";
    if (!found.get(url)) found.set(url, text);
  }
  return [...found].map(([url, text]) => ({ text, url }));
}

/** Tables of data, in the order of the page. */
export function collectTables(root: Element): readonly PageTable[] {
  const tables: PageTable[] = [];
  for (const node of elementsOf(root)) {
    if (node.tag !== "table" || !isDataTable(node)) continue;
    const { caption, header, rows } = tableGrid(node, plainLine);
    tables.push({ ...(caption && { caption: plainLine(caption) }), headers: header, rows });
  }
  return tables;
}
