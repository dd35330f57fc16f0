import { assert, charSet, type Node, one, repeat, sequence } from "./syntax.ts";

const [newline, carriageReturn, space, letter] = [10, 13, 32, 97];
const optionalReturn = repeat(one(charSet(carriageReturn)), 0, 1);

/** Whether a pattern asks for a carriage return itself: `\r` or `[\r\n]`, not `\s` or `[^x]`. */
export function asksForReturn(node: Node): boolean {
  switch (node.kind) {
    case "set":
      return node.set.has(carriageReturn) && !node.set.has(space) && !node.set.has(letter);
    case "assert":
      return false;
    case "repeat":
      return asksForReturn(node.node);
    default:
      return node.nodes.some(asksForReturn);
  }
}

/**
 * The same pattern for a text in which lines may end in `\r\n`: it matches wherever the pattern matches once every `\r\n`
 * has become `\n`, and perhaps elsewhere.
 */
export function allowReturns(node: Node): Node {
  switch (node.kind) {
    case "set":
      return node.set.has(newline) ? sequence(optionalReturn, node) : node;
    case "assert":
      return node.assertion === "line-end" || node.assertion === "text-end" ? assert("line-end-or-return") : node;
    case "repeat":
      return { ...node, node: allowReturns(node.node) };
    default:
      return { ...node, nodes: node.nodes.map(allowReturns) };
  }
}
