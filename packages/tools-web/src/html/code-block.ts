import { fenceFor } from "./escape-markdown.ts";
import { blockTags } from "./tag-rules.ts";
import { classesOf, type Element, elementsOf, type Node } from "./tree.ts";

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

/** A `pre` as a fenced block with its language, its text untouched; nothing where it is empty. */
export function codeBlock(pre: Element): string | undefined {
  const code = codeText(pre).replace(/\n$/, "");
  const only = pre.children.length === 1 ? pre.children[0] : undefined;
  if (code.trim() === "" && !(typeof only === "object" && only.tag === "code")) return undefined;
  const language = languageOf(pre);
  const longest = fenceFor(code, 3);
  const fence = language.includes("`") ? tildes(code) : longest;
  return `${fence}${language.replace(/[\\&]/g, "\\$&")}\n${code === "" ? "" : `${code}\n`}${fence}`;
}

/** Characters as they stand; elements of a line each end it. */
function codeText(root: Element): string {
  let text = "";
  const visit = (node: Node): void => {
    if (typeof node === "string") text += node;
    else if (node.tag === "br") text += "\n";
    else if (!classesOf(node).some((name) => gutters.has(name))) {
      const isLine =
        blockTags.has(node.tag) &&
        node.tag !== "pre" &&
        node.tag !== "td" &&
        node.tag !== "table" &&
        node.tag !== "tbody";
      if (isLine && text !== "" && !text.endsWith("\n")) text += "\n";
      node.children.forEach(visit);
      if (isLine && !text.endsWith("\n")) text += "\n";
    }
  };
  root.children.forEach(visit);
  return text;
}

/** Write the language that only a wrapper of a `pre` names at the `pre`: what finds the article may take the wrapper away. */
export function carryLanguages(root: Element): void {
  for (const found of elementsOf(root)) {
    if (found.tag === "pre" || found.tag === "code") continue;
    const language = found.attributes["data-lang"] || said(classesOf(found));
    if (!language) continue;
    for (const pre of elementsOf(found)) {
      if (pre.tag === "pre" && languageOf(pre) === "") pre.attributes = { ...pre.attributes, "data-lang": language };
    }
  }
}

/** The language that a `pre` or its code names; nothing when neither does. */
function languageOf(pre: Element): string {
  const code = [...elementsOf(pre)].find(({ tag }) => tag === "code");
  return (code && ownLanguage(code)) ?? ownLanguage(pre) ?? "";
}

function ownLanguage(found: Element): string | undefined {
  return found.attributes["data-lang"] || found.attributes["data-language"] || namedIn(classesOf(found));
}

/** A language among the classes that code has; beside a highlighter's own class a single other one is it. */
function namedIn(classes: readonly string[]): string | undefined {
  const rest = classes.filter((name) => name !== "hljs" && name !== "highlight" && name !== "sourceCode");
  return said(classes) ?? (rest.length === 1 && rest.length < classes.length ? rest[0] : undefined);
}

/** A language that a class names as such. */
function said(classes: readonly string[]): string | undefined {
  for (const name of classes) {
    const found = /^(?:lang(?:uage)?-|highlight-(?:source-|text-)?|brush:?)(.+)$/.exec(name)?.[1];
    if (found && !/^(none|plaintext|nohighlight)$/.test(found)) return found;
  }
  return undefined;
}

function tildes(code: string): string {
  const longest = Math.max(2, ...(code.match(/~+/g) ?? []).map((run) => run.length));
  return "~".repeat(longest + 1);
}
