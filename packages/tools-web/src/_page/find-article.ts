import { Readability } from "@mozilla/readability";
import JSDOMParser from "@mozilla/readability/JSDOMParser.js";
import type { DocumentParts } from "./document-parts.ts";
import { blockTags } from "./tag-rules.ts";
import { type Element, element } from "./tree.ts";
import { writeHtml } from "./write-html.ts";

/** Characters of clean markup above which looking for the article takes longer than it helps. */
const maxMarkup = 1_500_000;

export interface Article {
  readonly root: Element;
  readonly title: string | undefined;
  readonly byline: string | undefined;
  readonly published: string | undefined;
  readonly description: string | undefined;
}

/** What Readability takes for the article of a page; nothing where it finds none or the page is very large. */
export function findArticle(page: DocumentParts, url: string): Article | undefined {
  const head = page.head.map(writeHtml).join("");
  const body = writeHtml(page.body);
  if (body.length > maxMarkup) return undefined;
  const parser = new JSDOMParser();
  parser.error = (message) => {
    throw new Error(message);
  };
  try {
    const document = parser.parse(`<html><head>${head}</head>${body}</html>`, url);
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

function fromDom(node: globalThis.Node): Element {
  const attributes: Record<string, string> = {};
  const { localName, attributes: written } = node as globalThis.Element;
  for (const { name, value } of Array.from(written ?? [])) attributes[name] = value;
  const made = element(localName ?? "div", attributes);
  for (const child of Array.from(node.childNodes)) {
    if (child.nodeType === 3) made.children.push(child.textContent ?? "");
    else if (child.nodeType === 1) {
      const inner = fromDom(child);
      made.children.push(inner);
      made.holdsBlocks ||= inner.holdsBlocks || blockTags.has(inner.tag);
    }
  }
  return made;
}
