/** An element of a page that was read. */
export interface Element {
  readonly tag: string;
  attributes: Readonly<Record<string, string>>;
  children: (Element | string)[];
  /** Some element inside begins a block of its own. */
  holdsBlocks: boolean;
  /** Its style gives it lines of its own, though its tag does not. */
  isBlock?: boolean;
}

export type Node = Element | string;

const noAttributes: Readonly<Record<string, string>> = Object.freeze({});

export function element(tag: string, attributes: Readonly<Record<string, string>> = noAttributes): Element {
  return { tag, attributes, children: [], holdsBlocks: false };
}

/** All elements below, in the order of the page. */
export function* elementsOf(root: Element): Generator<Element, void, void> {
  const waiting: Element[] = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next !== root) yield next;
    for (let i = next.children.length - 1; i >= 0; i--) {
      const child = next.children[i]!;
      if (typeof child !== "string") waiting.push(child);
    }
  }
}

/** The parent of every element below one. */
export function parentsIn(root: Element): Map<Element, Element> {
  const parents = new Map<Element, Element>();
  for (const parent of [root, ...elementsOf(root)]) {
    for (const child of parent.children) if (typeof child !== "string") parents.set(child, parent);
  }
  return parents;
}

/** The first element below with one of these tags. */
export function firstOf(root: Element, ...tags: readonly string[]): Element | undefined {
  for (const found of elementsOf(root)) if (tags.includes(found.tag)) return found;
  return undefined;
}

/** The characters below as they stand, markup left out. */
export function textOf(node: Node): string {
  if (typeof node === "string") return node;
  const parts: string[] = [];
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "string") parts.push(next);
    else for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i]!);
  }
  return parts.join("");
}

/** How many elements are below, and how many characters that show. */
export function sizeOf(root: Element): { readonly elements: number; readonly characters: number } {
  let elements = 0;
  let characters = 0;
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    elements++;
    for (const child of next.children) {
      if (typeof child === "string") characters += child.trim().length;
      else waiting.push(child);
    }
  }
  return { elements, characters };
}

/** Their text on one line. */
export function lineOf(node: Node): string {
  return collapse(textOf(node)).trim();
}

/** Runs of HTML's white space as one space; a no-break space is not included. */
export function collapse(text: string): string {
  return /[\t\n\f\r]| {2}/.test(text) ? text.replace(/[ \t\n\f\r]+/g, " ") : text;
}

export function classesOf({ attributes }: Element): readonly string[] {
  return attributes.class?.split(/\s+/).filter(Boolean) ?? [];
}

const names = (list: string) => new Set(list.split(" "));

/** Elements without content or end tag. */
export const voidTags = names(
  "area base br col embed hr img input link meta param source track wbr basefont frame keygen",
);

/** Elements that begin on a line of their own. */
export const blockTags = names(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
    "frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table tbody " +
    "td tfoot th thead tr ul video audio iframe",
);

/** Block elements whose start ends an open paragraph. */
export const endsParagraph = names(
  "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hgroup hr li main menu nav ol p pre search section summary table ul xmp",
);

/** The open elements that a start tag closes, and the elements at which it stops looking. */
export const endsSibling: Readonly<Record<string, readonly [ends: ReadonlySet<string>, within: ReadonlySet<string>]>> =
  {
    li: [names("li"), names("ul ol menu dir table td th blockquote section article")],
    dt: [names("dt dd"), names("dl table td th ul ol")],
    dd: [names("dt dd"), names("dl table td th ul ol")],
    td: [names("td th"), names("tr table")],
    th: [names("td th"), names("tr table")],
    tr: [names("tr caption colgroup"), names("table tbody thead tfoot")],
    tbody: [names("tbody thead tfoot caption colgroup"), names("table")],
    thead: [names("tbody thead tfoot caption colgroup"), names("table")],
    tfoot: [names("tbody thead tfoot caption colgroup"), names("table")],
    option: [names("option"), names("select optgroup datalist")],
    a: [names("a"), names("td th table button object")],
    rt: [names("rt rp"), names("ruby")],
    rp: [names("rt rp"), names("ruby")],
  };

/** Elements that an end tag of something outside them does not close. */
export const scopes = names("table td th caption template object button");
export const paragraphScopes = names("table td th caption template object button li dd");

/** A page cut in two, whatever of `html`, `head` and `body` it writes down. */
export interface DocumentParts {
  readonly language: string | undefined;
  readonly head: readonly Element[];
  readonly body: Element;
}

const headTags = new Set(["title", "meta", "link", "base", "script"]);

export function documentParts(root: Element): DocumentParts {
  const body = element("body");
  const head: Element[] = [];
  let language: string | undefined;
  const visit = (children: readonly Node[]): void => {
    for (const child of children) {
      if (typeof child === "string") body.children.push(child);
      else if (child.tag === "html" || child.tag === "body" || child.tag === "head") {
        language ??= child.attributes.lang ?? child.attributes["xml:lang"];
        visit(child.children);
      } else if (headTags.has(child.tag)) head.push(child);
      else {
        body.children.push(child);
        body.holdsBlocks = true;
      }
    }
  };
  visit(root.children);
  return { language: language?.trim() || undefined, head, body };
}

/** An address as the page means it; one that cannot be resolved stays as it is written. */
export function resolveUrl(url: string, base: string): string {
  const written = url.trim();
  return URL.canParse(written, base) ? new URL(written, base).href : written;
}

/** Where the image comes from: pages that load images late keep it in other attributes. Inlined data is none. */
export function imageSource(attributes: Readonly<Record<string, string>>): string | undefined {
  const { src, srcset } = attributes;
  const candidates = [attributes["data-src"], attributes["data-original"], attributes["data-lazy-src"]];
  const first = (set: string | undefined) => set?.trim().split(/\s+/)[0];
  const usable = [src, ...candidates, first(attributes["data-srcset"]), first(srcset)];
  return usable.find(
    (url) => url !== undefined && url.trim() !== "" && !/^\s*(data|javascript|about|blob):/i.test(url),
  );
}
