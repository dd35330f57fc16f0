import { blockTags } from "./tag-rules.ts";
import { type Element, element } from "./tree.ts";

/** An element of any DOM as a tree of ours. */
export function fromDom(node: globalThis.Node): Element {
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
