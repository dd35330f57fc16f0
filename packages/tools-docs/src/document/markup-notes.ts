import { inlinesOf } from "./inlines.ts";
import type { Block, Inline } from "./node.ts";
import { parseMarkdown } from "./parse-markdown.ts";

const html = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/i;
const math = /\$\$[^$]+\$\$|(?<![\w$\\])\$(?![\s\d$])[^$\n]{0,300}?(?<!\s)\$(?![\w$])/;

/** What of some Markdown is in the document as it is written: formulas and HTML are not set. */
export function markupNotes(document: readonly Block[]): string[] {
  const texts = document.flatMap((block) => (block.t === "markdown" ? textsOf(inlinesOf(parseMarkdown(block.v))) : []));
  const shown = (pattern: RegExp): string | undefined =>
    texts.map((text) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
  const [tag, formula] = [shown(html), shown(math)];
  return [
    ...(tag ? [`HTML is not set, it is in the document as it is written: ${tag.slice(0, 60)}`] : []),
    ...(formula ? [`Formulas are not set, they are in the document as they are written: ${formula.slice(0, 60)}`] : []),
  ];
}

/** Runs of text between code, which may hold such signs itself. */
function textsOf(inlines: readonly Inline[]): string[] {
  const texts = [""];
  const walk = (list: readonly Inline[]): void => {
    for (const each of list) {
      if (each.t === "text") texts.push((texts.pop() ?? "") + each.v);
      else if ("c" in each) walk(each.c);
      else texts.push("");
    }
  };
  walk(inlines);
  return texts;
}
