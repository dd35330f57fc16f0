import { isRightToLeft } from "../../document/inlines.ts";
import type { Block, Inline, ListItem } from "../../document/node.ts";
import {
  type BlockPosition,
  type DocxContext,
  type ListKind,
  maxLevel,
  step,
  textHeight,
  textWidth,
  twips,
} from "./context.ts";
import { field, jump, type PictureBounds, textRuns, writeRuns } from "./runs.ts";
import { gap } from "./section.ts";
import { writeTable } from "./table.ts";

const outside: BlockPosition = { indent: 0, level: 0, isQuote: false };

/** Blocks as paragraphs and tables of Word. */
export const writeBlocks = (blocks: readonly Block[], ctx: DocxContext, place: BlockPosition = outside): string =>
  blocks
    .map((block, at) => {
      const isSecond = block.t === "code" && blocks[at - 1]?.t === "code";
      return (isSecond ? gap : "") + writeBlock(block, ctx, place);
    })
    .join("");

function writeBlock(block: Block, ctx: DocxContext, place: BlockPosition): string {
  const room = roomOf(ctx, place);
  switch (block.t) {
    case "heading": {
      const id = ctx.nextBookmark();
      const runs = writeRuns(block.c, room, ctx);
      const number = id.slice("_Toc".length);
      const marked = `<w:bookmarkStart w:id="${Number(number)}" w:name="${id}"/>${runs}<w:bookmarkEnd w:id="${Number(number)}"/>`;
      return paragraph(marked, { style: `Heading${block.level}`, ...direction(block.c) });
    }
    case "text":
      return textParagraph(block.c, ctx, place);
    case "code":
      return paragraph(textRuns(block.v.replace(/\r?\n$/, "")), { style: "Code", indent: place.indent });
    case "quote":
      return writeBlocks(block.c, ctx, { ...place, indent: place.indent + step, isQuote: true });
    case "list":
      return writeList(block, ctx, place);
    case "table":
      return writeTable(block, place, ctx);
    case "rule":
      return paragraph("", { style: "Rule" });
    case "page":
      return paragraph(reference(block.to, ctx), { indent: place.indent });
    default:
      return textParagraph([{ t: "text", v: block.v }], ctx, place);
  }
}

const roomOf = ({ page }: DocxContext, { indent }: BlockPosition): PictureBounds => ({
  width: Math.max(20, textWidth(page) - indent),
  height: textHeight(page) * 0.9,
});

const direction = (inlines: readonly Inline[]): { rtl?: boolean } => (isRightToLeft(inlines) ? { rtl: true } : {});

const textParagraph = (c: readonly Inline[], ctx: DocxContext, place: BlockPosition): string =>
  paragraph(writeRuns(c, roomOf(ctx, place), ctx), {
    ...(place.isQuote && { style: "Quote" }),
    indent: place.indent,
    ...direction(c),
  });

interface ParagraphOptions {
  readonly style?: string;
  readonly list?: { readonly id: number; readonly level: number };
  /** Points from the margin. */
  readonly indent?: number;
  readonly rtl?: boolean;
  readonly isEnd?: boolean;
}

function paragraph(content: string, { style, list, indent = 0, rtl, isEnd }: ParagraphOptions): string {
  const properties = [
    style && `<w:pStyle w:val="${style}"/>`,
    list && `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${list.id}"/></w:numPr>`,
    rtl && "<w:bidi/>",
    isEnd && '<w:spacing w:after="140"/>',
    indent > 0 && `<w:ind w:left="${twips(indent)}"${list ? ` w:hanging="${twips(step)}"` : ""}/>`,
  ].filter(Boolean);
  return `<w:p>${properties.length > 0 ? `<w:pPr>${properties.join("")}</w:pPr>` : ""}${content}</w:p>`;
}

/** A link to a heading, and its page. */
function reference(to: string, ctx: DocxContext): string {
  const bookmark = ctx.byName.get(to);
  if (bookmark === undefined) return textRuns(to);
  ctx.usesFields.value = true;
  return jump(bookmark, textRuns(`${to}, page `, { link: true }) + field(`PAGEREF ${bookmark} \\h`, "…"));
}

function writeList(block: Block & { t: "list" }, ctx: DocxContext, place: BlockPosition): string {
  const level = Math.min(maxLevel, place.level);
  const ids = new Map<ListKind["kind"], number>();
  const idOf = (kind: ListKind["kind"]): number => {
    const id = ids.get(kind) ?? ctx.newList({ kind, level, start: block.start });
    ids.set(kind, id);
    return id;
  };
  const inside = { indent: place.indent + step, level: place.level + 1, isQuote: false };
  const isEnd = place.level === 0 || place.isEnd === true;
  return block.items
    .map((item, at) => {
      const isLast = isEnd && at === block.items.length - 1;
      return writeItem(item, block.ordered, idOf, level, { ...inside, isEnd: isLast }, ctx);
    })
    .join("");
}

function writeItem(
  { checked, c }: ListItem,
  ordered: boolean,
  idOf: (kind: ListKind["kind"]) => number,
  level: number,
  place: BlockPosition,
  ctx: DocxContext,
): string {
  const kind = checked === undefined ? (ordered ? "numbers" : "bullets") : "checks";
  const [start] = c;
  const first = start?.t === "text" ? start.c : [];
  const rest = start?.t === "text" ? c.slice(1) : c;
  const runs = writeRuns(first, roomOf(ctx, place), ctx);
  const options = {
    style: "ListParagraph",
    list: { id: idOf(kind), level },
    indent: place.indent,
    isEnd: place.isEnd === true && rest.length === 0,
    ...direction(first),
  };
  return paragraph((checked === undefined ? "" : checkbox(checked)) + runs, options) + writeBlocks(rest, ctx, place);
}

/** A box that can be ticked in Word. */
const checkbox = (isChecked: boolean): string =>
  [
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${isChecked ? 1 : 0}"/>`,
    '<w14:checkedState w14:val="2611" w14:font="Segoe UI Symbol"/><w14:uncheckedState w14:val="2610" w14:font="Segoe UI Symbol"/></w14:checkbox></w:sdtPr>',
    '<w:sdtContent><w:r><w:rPr><w:rFonts w:ascii="Segoe UI Symbol" w:hAnsi="Segoe UI Symbol" w:eastAsia="Segoe UI Symbol" w:cs="Segoe UI Symbol"/></w:rPr>',
    `<w:t>${isChecked ? "\u2611" : "\u2610"}</w:t></w:r></w:sdtContent></w:sdt><w:r><w:tab/></w:r>`,
  ].join("");
