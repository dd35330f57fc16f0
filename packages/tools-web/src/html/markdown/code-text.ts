import { blockTags, classesOf, type Element, elementsOf, type Node, textOf } from "../tree.ts";

/** Numbers of lines that highlighters put beside code. */
const gutters = new Set([
  "gutter",
  "rouge-gutter",
  "linenos",
  "lineno",
  "linenodiv",
  "line-numbers-rows",
  "hljs-ln-numbers",
  "blob-num",
]);

/** Blocks that do not end a line of the code in them. */
const bare = new Set(["pre", "td", "table", "tbody"]);

/** Classes and attributes by which highlighters name a line of code, whatever their style sheets make of it. */
const lineClass = /^(?:code-|token-|hljs-ln-|view-|cm-|ec-|CodeMirror-)?line$/;
const lineAttributes = ["data-line", "data-line-number"];

/** The characters of a `pre` as they stand; elements that are lines each end one. */
export function codeText(root: Element): string {
  let text = "";
  const visit = (node: Node, isNamedLine: boolean): void => {
    if (typeof node === "string") text += node;
    else if (node.tag === "br") text += "\n";
    else if (!classesOf(node).some((name) => gutters.has(name))) {
      const isLine = blockTags.has(node.tag) && !bare.has(node.tag);
      if (isLine && text !== "" && !text.endsWith("\n")) text += "\n";
      visitAll(node);
      // A named line without any text is an empty one.
      if (isNamedLine || (isLine && !text.endsWith("\n"))) text += "\n";
    }
  };
  const visitAll = (parent: Element): void => {
    const hasLines = holdsNamedLines(parent);
    for (const child of parent.children) visit(child, hasLines);
  };
  visitAll(root);
  return text;
}

/** Whether all that an element holds is lines by their names, and nothing else breaks them. */
function holdsNamedLines(parent: Element): boolean {
  const lines = parent.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  if (lines.length < 2 || parent.children.some((child) => typeof child === "string" && child.includes("\n")))
    return false;
  return lines.every(
    (child) => typeof child !== "string" && !blockTags.has(child.tag) && isNamedLine(child, parent) && !endsLine(child),
  );
}

const isNamedLine = (found: Element, parent: Element): boolean =>
  classesOf(found).some((name) => lineClass.test(name)) ||
  lineAttributes.some((name) => found.attributes[name] !== undefined) ||
  (found.tag === "code" && parent.tag === "pre");

const endsLine = (found: Element): boolean => found.children.some(isBreak) || textOf(found).includes("\n");

const isBreak = (node: Node): boolean => typeof node !== "string" && node.tag === "br";

/** Write the breaks into every `pre` that only the style of its elements makes. */
export function breakStyledLines(root: Element): void {
  for (const pre of elementsOf(root)) if (pre.tag === "pre") breakLines(pre);
}

function breakLines(pre: Element): void {
  let last = "\n";
  const visit = (parent: Element): void => {
    const children: Node[] = [];
    for (const child of parent.children) {
      if (typeof child === "string") last = child.at(-1) ?? last;
      else {
        if (child.isBlock && last !== "\n") {
          children.push("\n");
          last = "\n";
        }
        visit(child);
        if (child.tag === "br") last = "\n";
        if (child.isBlock && (last !== "\n" || (textOf(child) === "" && isNamedLine(child, parent)))) {
          child.children.push("\n");
          last = "\n";
        }
      }
      children.push(child);
    }
    parent.children = children;
  };
  visit(pre);
}
