import { classesOf, type Element, elementsOf, firstOf, type Node } from "./tree.ts";

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
