import { type Element, element, type Node } from "./tree.ts";

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
