/** An element of a page that was read. */
export interface Element {
  readonly tag: string;
  attributes: Readonly<Record<string, string>>;
  children: (Element | string)[];
  /** Some element inside begins a block of its own. */
  holdsBlocks: boolean;
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

/** Runs of HTML's white space as one space; a no-break space is none of it. */
export function collapse(text: string): string {
  return /[\t\n\f\r]| {2}/.test(text) ? text.replace(/[ \t\n\f\r]+/g, " ") : text;
}

export function classesOf({ attributes }: Element): readonly string[] {
  return attributes.class?.split(/\s+/).filter(Boolean) ?? [];
}
