/// <reference path="./jsdom-parser.d.ts" />
import { Readability } from "@mozilla/readability";
import JSDOMParser from "@mozilla/readability/JSDOMParser.js";
import type { DocumentParts } from "./document-parts.ts";
import { fromDom } from "./from-dom.ts";
import type { Element } from "./tree.ts";
import { writeHtml } from "./write-html.ts";

/** Elements of a page, and children of one, above which looking for the article takes longer than it helps. */
const maxElements = 30_000;
const maxChildren = 8_000;
/** The same for characters of markup, and for those of them that it has to decode. */
const maxMarkup = 1_500_000;
const maxReferences = 30_000;

export interface Article {
  readonly root: Element;
  readonly title: string | undefined;
  readonly byline: string | undefined;
  readonly published: string | undefined;
  readonly description: string | undefined;
}

/** What Readability takes for the article of a page; nothing where it finds none or the page is very large. */
export function findArticle(page: DocumentParts, url: string): Article | undefined {
  if (isTooLarge(page.body)) return undefined;
  const markup = `<html><head>${page.head.map(writeHtml).join("")}</head>${writeHtml(page.body)}</html>`;
  if (markup.length > maxMarkup || holdsMore(markup, "&", maxReferences)) return undefined;
  const parser = new JSDOMParser();
  parser.error = (message) => {
    throw new Error(message);
  };
  try {
    const document = parser.parse(markup, url);
    const found = new Readability<Element>(document, { keepClasses: true, serializer: fromDom }).parse();
    if (!found?.content) return undefined;
    return {
      root: found.content,
      title: found.title?.trim() || undefined,
      byline: found.byline?.trim() || undefined,
      published: found.publishedTime?.trim() || undefined,
      description: found.excerpt?.trim() || undefined,
    };
  } catch {
    // Readability is a heuristic that some trees make stumble; then there is no article, and the page says so by its stage.
    return undefined;
  }
}

/** Readability takes elements out one by one, which costs the square of how many stand beside each other. */
function isTooLarge(root: Element): boolean {
  let elements = 0;
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const inner = next.children.filter((child) => typeof child !== "string");
    if (++elements > maxElements || inner.length > maxChildren) return true;
    waiting.push(...inner);
  }
  return false;
}

function holdsMore(text: string, mark: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0 && count <= most; at = text.indexOf(mark, at + 1)) count++;
  return count > most;
}
