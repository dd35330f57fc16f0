import type { Inline } from "../../document/node.ts";
import { escapeAttribute, escapeText, linkTarget } from "../xml.ts";
import type { DocxContext } from "./context.ts";
import { drawing } from "./drawing.ts";

export interface RunStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  readonly link?: boolean;
  /** Points, where they are not those of the paragraph. */
  readonly size?: number | undefined;
}

/** PictureBounds that pictures have, in points. */
export interface PictureBounds {
  readonly width: number;
  readonly height: number;
}

/** A line of a document as runs of Word. */
export const writeRuns = (
  inlines: readonly Inline[],
  room: PictureBounds,
  ctx: DocxContext,
  style: RunStyle = {},
): string => inlines.map((each) => writeInline(each, room, ctx, style)).join("");

function writeInline(inline: Inline, room: PictureBounds, ctx: DocxContext, style: RunStyle): string {
  switch (inline.t) {
    case "text":
      return textRuns(inline.v, style);
    case "code":
      return textRuns(inline.v, { ...style, code: true });
    case "strong":
      return writeRuns(inline.c, room, ctx, { ...style, bold: true });
    case "em":
      return writeRuns(inline.c, room, ctx, { ...style, italic: true });
    case "del":
      return writeRuns(inline.c, room, ctx, { ...style, strike: true });
    case "break":
      return "<w:r><w:br/></w:r>";
    case "image": {
      const picture = ctx.pictures.get(inline.src);
      if (picture) return drawing(picture, inline.alt.trim(), room, ctx);
      return textRuns(`[picture: ${inline.alt.trim() || inline.src.slice(0, 200)}]`, { ...style, italic: true });
    }
    case "link": {
      const runs = writeRuns(inline.c, room, ctx, { ...style, link: true });
      if (inline.href.startsWith("#")) {
        const bookmark = ctx.byAnchor.get(decode(inline.href.slice(1)).toLowerCase());
        return bookmark
          ? `<w:hyperlink w:anchor="${bookmark}" w:history="1">${runs}</w:hyperlink>`
          : writeRuns(inline.c, room, ctx, style);
      }
      const target = linkTarget(inline.href);
      if (target === undefined) return writeRuns(inline.c, room, ctx, style);
      return `<w:hyperlink r:id="${ctx.relations.add("hyperlink", target, true)}" w:history="1">${runs}</w:hyperlink>`;
    }
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const rightToLeft =
  /([\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}](?:[\s\p{M}\p{P}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}])*\p{M}*)/u;

/** A text as runs: parts from right to left have runs of their own. Line breaks and tabs are those of Word. */
export const textRuns = (text: string, style: RunStyle = {}): string =>
  text
    .split(rightToLeft)
    .map((part, at) => (part === "" ? "" : `<w:r>${properties(style, at % 2 === 1)}${content(part)}</w:r>`))
    .join("");

const content = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .split(/(\n|\t)/)
    .map((part) => {
      if (part === "\n") return "<w:br/>";
      if (part === "\t") return "<w:tab/>";
      return part === "" ? "" : `<w:t xml:space="preserve">${escapeText(part)}</w:t>`;
    })
    .join("");

function properties({ bold, italic, strike, code, link, size }: RunStyle, isRightToLeft: boolean): string {
  const named = code ? "CodeText" : link ? "Hyperlink" : "";
  const all = [
    named && `<w:rStyle w:val="${named}"/>`,
    bold && "<w:b/><w:bCs/>",
    italic && "<w:i/><w:iCs/>",
    strike && "<w:strike/>",
    code && link && '<w:color w:val="1D4ED8"/>',
    size && `<w:sz w:val="${Math.round(size * 2)}"/><w:szCs w:val="${Math.round(size * 2)}"/>`,
    code && link && '<w:u w:val="single"/>',
    isRightToLeft && "<w:rtl/>",
  ].filter(Boolean);
  return all.length === 0 ? "" : `<w:rPr>${all.join("")}</w:rPr>`;
}

/** A field that Word computes; `shown` stands there until it has. */
export const field = (instruction: string, shown: string, properties = ""): string => {
  const run = (inside: string) => `<w:r>${properties}${inside}</w:r>`;
  return [
    run('<w:fldChar w:fldCharType="begin"/>'),
    run(`<w:instrText xml:space="preserve"> ${escapeText(instruction)} </w:instrText>`),
    run('<w:fldChar w:fldCharType="separate"/>'),
    run(`<w:t>${escapeText(shown)}</w:t>`),
    run('<w:fldChar w:fldCharType="end"/>'),
  ].join("");
};

/** A link to a heading, by its bookmark. */
export const jump = (bookmark: string, runs: string): string =>
  `<w:hyperlink w:anchor="${escapeAttribute(bookmark)}" w:history="1">${runs}</w:hyperlink>`;
