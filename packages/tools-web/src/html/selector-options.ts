import type { Options } from "css-select";
import { type Element, elementsOf, type Node, textOf } from "./tree.ts";

/** What css-select needs to match selectors on a tree. `spend` gets the steps that each question costs, and may throw. */
export function selectorOptions(
  parents: ReadonlyMap<Element, Element>,
  spend: (steps: number) => void,
): Options<Node, Element> & { adapter: NonNullable<Options<Node, Element>["adapter"]> } {
  const isTag = (node: Node): node is Element => typeof node !== "string";
  const parentOf = (node: Node) => (isTag(node) ? parents.get(node) : undefined);
  const listed = (nodes: Node[]) => {
    spend(1 + (nodes.length >> 4));
    return nodes;
  };
  return {
    adapter: {
      isTag,
      getName: ({ tag }) => {
        spend(1);
        return tag;
      },
      hasAttrib: ({ attributes }, name) => {
        spend(1);
        return Object.hasOwn(attributes, name);
      },
      getAttributeValue: ({ attributes }, name) => {
        const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
        spend(1 + ((value?.length ?? 0) >> 6));
        return value;
      },
      getParent: (element) => {
        spend(1);
        return parents.get(element) ?? null;
      },
      getChildren: (node) => (isTag(node) ? listed(node.children) : []),
      getSiblings: (node) => listed(parentOf(node)?.children ?? [node]),
      getText: textOf,
      removeSubsets: (nodes) => nodes,
    },
  };
}

/** The parent of every element below one. */
export function parentsIn(root: Element): Map<Element, Element> {
  const parents = new Map<Element, Element>();
  for (const parent of [root, ...elementsOf(root)]) {
    for (const child of parent.children) if (typeof child !== "string") parents.set(child, parent);
  }
  return parents;
}
