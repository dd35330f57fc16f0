import { blockTags, collapse, type Element, type Node } from "../tree.ts";
import { codeText } from "./code-text.ts";

/** What a reader sees of a tree without any markup: a line for every block, a tab between cells, code as it stands. */
export function plainText(root: Element): string {
  const parts: string[] = [];
  let line: string[] = [];
  const endLine = () => {
    const text = line
      .join("")
      .replace(/(\S) *\t */g, "$1\t")
      .trim();
    if (text !== "") parts.push(text);
    line = [];
  };
  const visit = (node: Node): void => {
    if (typeof node === "string") {
      const text = collapse(node);
      const isSpaced = line.length === 0 || /[ \t]$/.test(line[line.length - 1]!);
      const rest = isSpaced && text.startsWith(" ") ? text.slice(1) : text;
      if (rest !== "") line.push(rest);
    } else if (node.tag === "br") endLine();
    else if (node.tag === "img") line.push(node.attributes.alt ?? "");
    else if (node.tag === "pre") {
      endLine();
      const code = codeText(node).replace(/\n$/, "");
      if (code.trim() !== "") parts.push(code);
    } else if ((node.tag === "td" || node.tag === "th") && !node.holdsBlocks) {
      if (line.length > 0 && !line[line.length - 1]!.endsWith("\t")) line.push("\t");
      node.children.forEach(visit);
      line.push("\t");
    } else {
      const isBlock = blockTags.has(node.tag);
      if (isBlock) endLine();
      node.children.forEach(visit);
      if (isBlock) endLine();
    }
  };
  visit(root);
  endLine();
  return parts.join("\n");
}

/** The same on one line. */
export function plainLine(root: Element): string {
  return plainText(root).replace(/\s+/g, " ");
}
