import { withoutChrome } from "./chrome.ts";
import { collectLinks, collectTables } from "./collect.ts";
import { type Article, findArticle } from "./find-article.ts";
import { dropIdleImageTexts } from "./image-texts.ts";
import type { Page, ReadPage } from "./page.ts";
import { plainText } from "./plain-text.ts";
import { toMarkdown } from "./to-markdown.ts";
import { type Element, element, firstOf, lineOf, sizeOf } from "./tree.ts";
import { visiblePage } from "./visible-page.ts";
import { writeHtml } from "./write-html.ts";

/** Characters below which an article is a guess, and counts only when it is nearly all there is. */
const sureText = 500;
const nearlyAll = 0.9;
/** Characters below which a body says nothing. */
const leastText = 40;

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
  if (said >= leastText || holdsImage(bare)) return { stage: "body", content: bare };
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
