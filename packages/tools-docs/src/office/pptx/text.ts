import { isRightToLeft } from "../../document/inlines.ts";
import type { Inline } from "../../document/node.ts";
import type { Relations } from "../package.ts";
import { escapeText, linkTarget } from "../xml.ts";
import { indent, sizeOf, spaceBefore } from "./measure.ts";
import type { Line } from "./slide.ts";

/** What the texts of a slide refer to. */
export interface TextContext {
  readonly relations: Relations;
  readonly lang: string;
  /** Numbers of slides, by the anchors and by the words of their headings. */
  readonly byAnchor: ReadonlyMap<string, number>;
  readonly byName: ReadonlyMap<string, number>;
}

interface RunStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  /** The link of the run, as it is written. */
  readonly link?: string;
  /** Points, where they are not those of the placeholder. */
  readonly size?: number | undefined;
  readonly color?: string;
}

/** A line of a document as runs of a slide. */
export const writeRuns = (inlines: readonly Inline[], ctx: TextContext, style: RunStyle = {}): string =>
  inlines.map((each) => writeInline(each, ctx, style)).join("");

function writeInline(inline: Inline, ctx: TextContext, style: RunStyle): string {
  switch (inline.t) {
    case "text":
      return run(inline.v, ctx, style);
    case "code":
      // Letters of code look larger than they are.
      return run(inline.v, ctx, {
        ...style,
        code: true,
        ...(style.size && !style.code && { size: style.size * 0.93 }),
      });
    case "strong":
      return writeRuns(inline.c, ctx, { ...style, bold: true });
    case "em":
      return writeRuns(inline.c, ctx, { ...style, italic: true });
    case "del":
      return writeRuns(inline.c, ctx, { ...style, strike: true });
    case "break":
      return "<a:br/>";
    case "image":
      return run(`[picture: ${inline.alt.trim() || inline.src.slice(0, 200)}]`, ctx, { ...style, italic: true });
    case "link": {
      const link = linkOf(inline.href, ctx);
      return writeRuns(inline.c, ctx, link === undefined ? style : { ...style, link });
    }
  }
}

function linkOf(href: string, ctx: TextContext): string | undefined {
  if (href.startsWith("#")) return jumpTo(ctx.byAnchor.get(decode(href.slice(1)).toLowerCase()), ctx);
  const target = linkTarget(href);
  return target === undefined ? undefined : `<a:hlinkClick r:id="${ctx.relations.add("hyperlink", target, true)}"/>`;
}

const jumpTo = (slide: number | undefined, { relations }: TextContext): string | undefined =>
  slide === undefined
    ? undefined
    : `<a:hlinkClick r:id="${relations.add("slide", `slide${slide}.xml`)}" action="ppaction://hlinksldjump"/>`;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function run(text: string, { lang }: TextContext, style: RunStyle): string {
  const { bold, italic, strike, code, link, size, color } = style;
  const attributes = [
    `lang="${lang}"`,
    size && `sz="${Math.round(size * 100)}"`,
    bold && 'b="1"',
    italic && 'i="1"',
    strike && 'strike="sngStrike"',
  ];
  const inside = [
    color && `<a:solidFill><a:schemeClr val="${color}"/></a:solidFill>`,
    code && '<a:latin typeface="Consolas"/><a:cs typeface="Consolas"/>',
    link,
  ]
    .filter(Boolean)
    .join("");
  const open = `a:rPr ${attributes.filter(Boolean).join(" ")}`;
  const properties = inside ? `<${open}>${inside}</a:rPr>` : `<${open}/>`;
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((part) => (part === "" ? "" : `<a:r>${properties}<a:t>${escapeText(part)}</a:t></a:r>`))
    .join("<a:br/>");
}

/** Paragraphs without bullets, each with its runs: titles, cells, notes. */
export const plainParagraph = (
  inlines: readonly Inline[],
  ctx: TextContext,
  style: RunStyle = {},
  align = "",
): string => {
  const isTurned = isRightToLeft(inlines);
  const side = align || (isTurned ? "r" : "");
  const properties = side ? `<a:pPr algn="${side}"${isTurned ? ' rtl="1"' : ""}/>` : "";
  return `<a:p>${properties}${writeRuns(inlines, ctx, style)}</a:p>`;
};

const signs = ["•", "–"];

/** The lines of a slide as paragraphs. All of their looks are said, so that they are the same in every program. */
export function writeLines(lines: readonly Line[], size: number, ctx: TextContext): string {
  const starts = new Map<number, number>();
  const levels = new Map<number, number>();
  return lines
    .map((line) => {
      // A line between the items of a list ends its numbers: they begin again where they were.
      for (const list of starts.keys())
        if (line.list !== list && line.level <= (levels.get(list) ?? 0)) starts.delete(list);
      if (line.list !== undefined && line.number !== undefined) {
        levels.set(line.list, line.level);
        if (!starts.has(line.list)) starts.set(line.list, line.number);
      }
      return paragraph(line, size, starts.get(line.list ?? -1) ?? 1, ctx);
    })
    .join("");
}

const formats = ["arabicPeriod", "alphaLcPeriod", "romanLcPeriod"];

function paragraph(line: Line, size: number, start: number, ctx: TextContext): string {
  const { look, level, number } = line;
  const own = sizeOf(line, size);
  const isItem = look === "item";
  const left = emus(indent * (level + (isItem || look === "quote" ? 1 : 0)));
  const rtl = isRightToLeft(line.c) ? ' algn="r" rtl="1"' : "";
  const bullet =
    number !== undefined
      ? `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="${formats[level % formats.length]}" startAt="${Math.max(1, start)}"/>`
      : isItem
        ? `<a:buFont typeface="Arial"/><a:buChar char="${signs[level % signs.length]}"/>`
        : "<a:buNone/>";
  const properties = [
    `<a:pPr marL="${left}" lvl="${Math.min(8, level)}" indent="${isItem ? -emus(indent) : 0}"${rtl}>`,
    `<a:spcBef><a:spcPts val="${Math.round(spaceBefore(line, size) * 100)}"/></a:spcBef>`,
    bullet,
    "</a:pPr>",
  ].join("");
  const style: RunStyle = { size: own, code: look === "code", ...(look === "quote" && { italic: true, color: "tx2" }) };
  return `<a:p>${properties}${writeRuns(line.c, ctx, style)}${line.to === undefined ? "" : place(line.to, ctx, style)}</a:p>`;
}

/** Where a heading is. */
function place(to: string, ctx: TextContext, style: RunStyle): string {
  const slide = ctx.byName.get(to);
  return slide === undefined ? "" : run(`, slide ${slide}`, ctx, style);
}

export const emus = (points: number): number => Math.round(points * 12_700);
