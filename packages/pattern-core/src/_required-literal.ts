import type { Node } from "./_syntax.ts";

interface Known {
  /** The only text the node can match. */
  readonly exact?: string;
  /** A text that lies in everything the node matches. */
  readonly part: string;
}

/** The longest text found that every match contains; empty when none is certain. Lets a search skip what cannot match. */
export const requiredLiteral = (node: Node): string => know(node).part;

function know(node: Node): Known {
  switch (node.kind) {
    case "set": {
      const text = node.set.only === undefined ? undefined : String.fromCodePoint(node.set.only);
      return text === undefined ? { part: "" } : { exact: text, part: text };
    }
    case "assert":
      return { exact: "", part: "" };
    case "either":
      return { part: "" };
    case "repeat": {
      const inner = know(node.node);
      if (node.min === 0) return { part: "" };
      return node.min === 1 && node.max === 1 ? inner : { part: inner.part };
    }
    case "sequence":
      return join(node.nodes.map(know));
  }
}

function join(parts: readonly Known[]): Known {
  let run = "";
  let best = "";
  let exact = true;
  for (const part of parts) {
    if (part.exact === undefined) {
      exact = false;
      run = "";
      if (part.part.length > best.length) best = part.part;
    } else {
      run += part.exact;
      if (run.length > best.length) best = run;
    }
  }
  return exact ? { exact: run, part: run } : { part: best };
}
