import { ToolError } from "@holdall/tool-core";
import { anchors } from "../document/anchors.ts";
import { type Block, type Inline, plainText } from "../document/node.ts";
import { parseMarkdown } from "../document/parse-markdown.ts";
import type { LoadedImage } from "./load-images.ts";

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

interface Preparation {
  readonly images: readonly LoadedImage[];
  /** Replaces what no font has. */
  readonly clean: (text: string) => string;
  readonly pageWord: string;
}

/** A document as the template takes it: headings have names, links inside lead to them, pictures are files. */
export function prepare(document: readonly Block[], { images, clean, pageWord }: Preparation): object[] {
  const byAnchor = new Map<string, string>();
  const byName = new Map<string, string>();
  const anchor = anchors();
  let headings = 0;
  const number = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.t === "quote") number(block.c);
      if (block.t === "list") for (const { c } of block.items) number(c);
      if (block.t !== "heading") continue;
      const id = `h${++headings}`;
      const name = plainText(block.c);
      byAnchor.set(anchor(name), id);
      if (!byName.has(name)) byName.set(name, id);
    }
  };
  number(document);
  let named = 0;

  const run = (inlines: readonly Inline[]): object[] => inlines.flatMap(one);
  const one = (inline: Inline): object[] => {
    switch (inline.t) {
      case "text":
      case "code":
        return inline.v === "" ? [] : [{ t: inline.t, v: clean(inline.v) }];
      case "break":
        return [inline];
      case "image": {
        const file = images.find(({ src }) => src === inline.src)?.file;
        const alt = inline.alt.trim();
        if (file) return [{ t: "image", file, ...(alt && { alt }) }];
        return [{ t: "em", c: [{ t: "text", v: clean(`[picture: ${alt || inline.src.slice(0, 200)}]`) }] }];
      }
      case "link": {
        const to = inline.href.startsWith("#") ? byAnchor.get(decode(inline.href.slice(1)).toLowerCase()) : undefined;
        if (to) return [{ t: "jump", to, c: run(inline.c) }];
        return inline.href.startsWith("#") ? run(inline.c) : [{ t: "link", href: inline.href, c: run(inline.c) }];
      }
      default:
        return [{ t: inline.t, c: run(inline.c) }];
    }
  };
  const blocks = (list: readonly Block[]): object[] => list.flatMap(block);
  const block = (each: Block): object[] => {
    switch (each.t) {
      case "heading":
        return [{ ...each, id: `h${++named}`, c: run(each.c), ...direction(each.c) }];
      case "text":
        return [{ t: "text", c: run(each.c), ...direction(each.c) }];
      case "code":
        return [{ ...each, v: clean(each.v) }];
      case "quote":
        return [{ t: "quote", c: blocks(each.c) }];
      case "list":
        return [{ ...each, items: each.items.map((item) => ({ c: checked(item.checked, blocks(item.c)) })) }];
      case "table":
        return [{ ...each, head: each.head.map(run), rows: each.rows.map((row) => row.map(run)) }];
      case "page": {
        const to = byName.get(each.to);
        const name = clean(each.to);
        return [to ? { t: "page", to, name, word: pageWord } : { t: "text", c: [{ t: "text", v: name }] }];
      }
      default:
        return [each];
    }
  };
  return blocks(document);
}

/** A task's box is before its words. */
function checked(isDone: boolean | undefined, item: object[]): object[] {
  if (isDone === undefined) return item;
  const box = { t: "check", v: isDone ? "\u2611" : "\u2610" };
  const [first, ...rest] = item as { t?: string; c?: object[] }[];
  return first?.t === "text"
    ? [{ ...first, c: [box, ...(first.c ?? [])] }, ...rest]
    : [{ t: "text", c: [box] }, ...item];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Paragraphs run as their first letter does. */
const direction = (inlines: readonly Inline[]): { rtl?: true } =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    plainText(inlines),
  )
    ? { rtl: true }
    : {};
