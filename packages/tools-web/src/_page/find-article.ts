import { Readability } from "@mozilla/readability";
import JSDOMParser from "@mozilla/readability/JSDOMParser.js";
import type { DocumentParts } from "./document-parts.ts";
import { blockTags } from "./tag-rules.ts";
import { type Element, element } from "./tree.ts";
import { writeHtml } from "./write-html.ts";

/** Elements of a page, and children of one, above which looking for the article takes longer than it helps. */
const maxElements = 30_000;
const maxChildren = 5_000;

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
  const parser = new JSDOMParser();
  parser.error = (message) => {
    throw new Error(message);
  };
  try {
    const document = parser.parse(`<html><head>${page.head.map(writeHtml).join("")}</head>${writeHtml(page.body)}</html>`, url);
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
    if (++elements > maxElements || next.children.length > maxChildren) return true;
    for (const child of next.children) if (typeof child !== "string") waiting.push(child);
  }
  return false;
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
