import { attribute, below, child, elements, isElement, textOf, type XmlElement } from "../container/xml.ts";
import { markup, piecesText } from "../pieces.ts";
import { renderTable } from "../table.ts";

const skipped = new Set(["script", "style", "head", "template", "noscript", "svg", "math"]);
const blocks = new Set(
  "address article aside blockquote body div dd dl dt fieldset figcaption figure footer form header hr html main nav ol p pre section table ul li h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);

/** The Markdown of a page of a book: headings, paragraphs, lists, tables, links, and placeholders of images. */
export function htmlToMarkdown(body: XmlElement): string {
  return blocksOf(body, "").join("\n\n");
}

function blocksOf(element: XmlElement, indent: string): string[] {
  const out: string[] = [];
  let text = "";
  const flush = () => {
    const line = text
      .replace(/[ \t\r\n]+/g, " ")
      .replaceAll("\u2028", "\n")
      .trim();
    if (line) out.push(line);
    text = "";
  };
  for (const each of element.children) {
    if (!isElement(each)) text += each.text;
    else if (skipped.has(each.tag)) text += each.tag === "math" ? textOf(each) : "";
    else if (!blocks.has(each.tag) && !hasBlock(each)) text += inlineOf(each);
    else {
      flush();
      out.push(...blockOf(each, indent));
    }
  }
  flush();
  return out;
}

const hasBlock = (element: XmlElement): boolean =>
  [...elements(element)].some((each) => blocks.has(each.tag) || hasBlock(each));

function blockOf(element: XmlElement, indent: string): string[] {
  const { tag } = element;
  if (/^h[1-6]$/.test(tag)) {
    const text = blocksOf(element, "").join(" ");
    return text ? [`${"#".repeat(Number(tag[1]))} ${text}`] : [];
  }
  if (tag === "pre") return [`\`\`\`\n${textOf(element).replace(/\n$/, "")}\n\`\`\``];
  if (tag === "hr") return ["---"];
  if (tag === "blockquote") return [blocksOf(element, "").join("\n\n").replace(/^/gm, "> ")];
  if (tag === "ul" || tag === "ol") return [listOf(element, indent)];
  if (tag === "table") {
    const rows = [...below(element, "tr")].map((row) =>
      [...elements(row)]
        .filter((cell) => cell.tag === "td" || cell.tag === "th")
        .map((cell) => [markup(blocksOf(cell, "").join("\n"))]),
    );
    const caption = child(element, "caption");
    return [...(caption ? blocksOf(caption, "") : []), ...(rows.length > 0 ? [piecesText(renderTable(rows))] : [])];
  }
  return blocksOf(element, indent);
}

function listOf(list: XmlElement, indent: string): string {
  const items = [...elements(list)].filter(({ tag }) => tag === "li");
  return items
    .map((item, i) => {
      const marker = list.tag === "ol" ? `${Number(attribute(list, "start") ?? 1) + i}. ` : "- ";
      const inner = blocksOf(item, `${indent}  `);
      return inner.map((block, j) => (j === 0 ? `${indent}${marker}${block}` : block)).join("\n");
    })
    .join("\n");
}

function inlineOf(element: XmlElement): string {
  if (element.tag === "br") return "\u2028";
  if (element.tag === "img" || element.tag === "image") {
    const name = attribute(element, "alt");
    return `[image${name ? `: ${name}` : ""}]`;
  }
  const inner = element.children
    .map((each) => (isElement(each) ? (skipped.has(each.tag) ? "" : inlineOf(each)) : each.text))
    .join("");
  const target = element.tag === "a" ? (attribute(element, "href") ?? "") : "";
  return /^[a-z]+:/i.test(target) && inner.trim() ? `[${inner}](${target})` : inner;
}
