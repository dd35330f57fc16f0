import { blockTags } from "./tag-rules.ts";
import { collapse, type Element, type Node, textOf } from "./tree.ts";

/** What a reader sees of a tree without any markup: a line for every block, a tab between cells, code as it stands. */
export function plainText(root: Element): string {
  const parts: string[] = [];
  let line = "";
  const endLine = () => {
    const text = line.replace(/ *\t */g, "\t").trim();
    if (text !== "") parts.push(text);
    line = "";
  };
  const visit = (node: Node): void => {
    if (typeof node === "string") {
      const text = collapse(node);
      line += line === "" || /\s$/.test(line) ? text.trimStart() : text;
    } else if (node.tag === "br") endLine();
    else if (node.tag === "img") line += node.attributes.alt ?? "";
    else if (node.tag === "pre") {
      endLine();
      const code = textOf(node).replace(/\n$/, "");
      if (code.trim() !== "") parts.push(code);
    } else if (node.tag === "td" || node.tag === "th") {
      if (line !== "") line += "\t";
      const own = collapse(textOf(node)).trim();
      line += own;
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
