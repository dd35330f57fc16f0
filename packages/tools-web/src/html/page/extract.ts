/// <reference path="../jsdom-parser.d.ts" />

import { Readability } from "@mozilla/readability";
import JSDOMParser from "@mozilla/readability/JSDOMParser.js";
import { writeHtml } from "../markdown/write-html.ts";
import {
  blockTags,
  classesOf,
  collapse,
  type DocumentParts,
  type Element,
  element,
  elementsOf,
  firstOf,
  type Node,
  textOf,
} from "../tree.ts";

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

/** An element of any DOM as a tree of ours. */
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

/** Readability takes elements out one by one, which costs the square of how many are next to each other. */
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

function holdsMore(text: string, mark: string, max: number): boolean {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0 && count <= max; at = text.indexOf(mark, at + 1)) count++;
  return count > max;
}

const chromeTags = new Set(["nav", "aside", "form", "button", "footer", "header", "menu", "search", "input", "label"]);
const chromeRoles = new Set(
  "banner navigation contentinfo search complementary dialog alertdialog toolbar menu menubar".split(" "),
);
const chromeNames =
  /^(cookie|consent|gdpr|newsletter|breadcrumbs?|share|sharing|social|sidebar|skip-?(link|to|nav)|modal|popup|paywall|advert|ads?)([-_]|$)/i;

/** The body without what surrounds a page's content: bars, menus, forms, notices. The tree itself stays as it is. */
export function withoutChrome(root: Element): Element {
  const body = firstOf(root, "body") ?? root;
  return copy(mainOf(body) ?? body, false);
}

/** The one element that says that it is the main part. */
function mainOf(body: Element): Element | undefined {
  const found = [...elementsOf(body)].filter(({ tag, attributes }) => tag === "main" || attributes.role === "main");
  return found.length === 1 ? found[0] : undefined;
}

/** What is left of an element, which is itself where nothing goes. */
function copy(from: Element, isInContent: boolean): Element {
  const content = isInContent || from.tag === "article" || from.tag === "main" || from.attributes.role === "main";
  let kept: Node[] | undefined;
  from.children.forEach((child, i) => {
    const left = typeof child === "string" ? child : isChrome(child, content) ? undefined : copy(child, content);
    if (left !== child) kept ??= from.children.slice(0, i);
    if (left !== undefined) kept?.push(left);
  });
  return kept ? { ...from, children: kept } : from;
}

function isChrome(found: Element, isInContent: boolean): boolean {
  const { tag, attributes } = found;
  if (isInContent && (tag === "header" || tag === "footer")) return false;
  // ASP.NET wraps whole pages in a form, documentation wraps content in labels of tabs.
  if (tag === "form") return !found.holdsBlocks || firstOf(found, "article", "main", "h1", "h2") === undefined;
  if (tag === "input") return attributes.type !== "checkbox";
  if (tag === "label") return false;
  if (chromeTags.has(tag) || chromeRoles.has(attributes.role ?? "")) return true;
  if (tag === "body" || tag === "html" || tag === "main" || tag === "article") return false;
  return chromeNames.test(attributes.id ?? "") || classesOf(found).some((name) => chromeNames.test(name));
}

/** Characters from which a text that is found elsewhere is a repetition; shorter ones are emoji, symbols, single words. */
const minRepeated = 12;

/**
 * Take the alternative texts out of images that say nothing by them: names of files, and what another image or the text
 * around says in the same words. The images stay. Formulas keep theirs, however often they occur, and a page of images, whose
 * texts are most of what it says, keeps all.
 */
export function dropIdleImageTexts(root: Element): void {
  const images = [...elementsOf(root)].filter(({ tag, attributes }) => tag === "img" && attributes.alt);
  if (images.length === 0) return;
  const said = ` ${words(textOf(root))} `;
  if (images.reduce((sum, { attributes }) => sum + (attributes.alt ?? "").length, 0) > said.length) return;
  const seen = new Set<string>();
  for (const image of images) {
    const alt = collapse(image.attributes.alt ?? "").trim();
    const same = words(alt);
    const repeats =
      alt.length >= minRepeated && !alt.includes("\\") && same !== "" && (seen.has(same) || said.includes(` ${same} `));
    seen.add(same);
    if (repeats || isFileName(alt)) image.attributes = { ...image.attributes, alt: "" };
  }
}

/** `IMG_2041.JPG`, `hero-image-2x.webp`, `/img/a.png`, `DSC00042`. */
const isFileName = (alt: string): boolean =>
  /^\S+\.(?:jpe?g|png|gif|webp|svg|avif|bmp|tiff?|heic|ico)$/i.test(alt) ||
  /^(?:IMG|DSC|DSCN|PXL|MVI)[-_]?\d+\S*$/i.test(alt);

const words = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
