import { ToolError } from "@holdall/tool-core";
import { type Block, type Inline, plainText } from "./node.ts";
import { parseMarkdown } from "./parse-markdown.ts";

const maxDepth = 30;

/** Markdown among the blocks, read. */
export const withoutMarkdown = (document: readonly Block[]): Block[] =>
  document.flatMap((block) => (block.t === "markdown" ? parseMarkdown(block.v) : [block]));

/** Every run of text in a document. */
export function inlinesOf(blocks: readonly Block[], depth = 0): Inline[] {
  if (depth > maxDepth)
    throw new ToolError("unsupported", `Lists and quotes are nested more than ${maxDepth} deep.`, {
      hint: "Use headings for the outer levels.",
    });
  return blocks.flatMap((block): readonly Inline[] => {
    switch (block.t) {
      case "heading":
      case "text":
        return block.c;
      case "quote":
        return inlinesOf(block.c, depth + 1);
      case "list":
        return block.items.flatMap(({ c }) => inlinesOf(c, depth + 1));
      case "table":
        return [...block.head.flat(), ...block.rows.flat(2)];
      default:
        return [];
    }
  });
}

export const imagesOf = (inlines: readonly Inline[]): string[] =>
  inlines.flatMap((each) => (each.t === "image" ? [each.src] : "c" in each ? imagesOf(each.c) : []));

/** The first heading. */
export const titleOf = (document: readonly Block[]): string | undefined => {
  for (const block of document) if (block.t === "heading") return plainText(block.c);
  return undefined;
};

/** Paragraphs run as their first letter does. */
export const isRightToLeft = (inlines: readonly Inline[]): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    plainText(inlines),
  );

/** Every heading with its level and its bookmark, in the order in which they are written. */
export function headingsOf(blocks: readonly Block[]): { level: number; c: readonly Inline[]; text: string }[] {
  return blocks.flatMap((block) => {
    if (block.t === "heading") return [{ level: block.level, c: block.c, text: plainText(block.c) }];
    if (block.t === "quote") return headingsOf(block.c);
    return block.t === "list" ? block.items.flatMap(({ c }) => headingsOf(c)) : [];
  });
}
