import type { Align } from "../../document/node.ts";
import type { OfficePicture } from "../../images/office-pictures.ts";
import { escapeAttribute } from "../xml.ts";
import { insetOf } from "./fit-slide-table.ts";
import { codeInset } from "./measure.ts";
import type { Box, Frame } from "./slide.ts";
import { emus, plainParagraph, type TextContext, writeLines } from "./text.ts";

/** A place where text of a layout goes. */
interface Placeholder {
  readonly type?: "title" | "ctrTitle" | "subTitle" | "sldNum" | "body";
  readonly index?: number;
}

const offset = ({ x, y }: Frame): string => `<a:off x="${emus(x)}" y="${emus(y)}"/>`;
const extent = ({ width, height }: Frame): string =>
  `<a:ext cx="${Math.max(1, emus(width))}" cy="${Math.max(1, emus(height))}"/>`;
export const transform = (frame: Frame): string => `<a:xfrm>${offset(frame)}${extent(frame)}</a:xfrm>`;

const lightGround = '<a:solidFill><a:schemeClr val="bg1"><a:lumMod val="95000"/></a:schemeClr></a:solidFill>';

/** A shape with text, in a placeholder of the layout or of its own. Without a frame it stands where the layout has it. */
export function textShape(
  id: number,
  name: string,
  paragraphs: string,
  {
    placeholder,
    frame,
    body = "<a:bodyPr><a:normAutofit/></a:bodyPr>",
    isFilled = false,
  }: { placeholder?: Placeholder; frame?: Frame; body?: string; isFilled?: boolean },
): string {
  const { type, index } = placeholder ?? {};
  const mark = placeholder
    ? `<p:nvPr><p:ph${type ? ` type="${type}"` : ""}${index === undefined ? "" : ` idx="${index}"`}/></p:nvPr>`
    : "<p:nvPr/>";
  const own = placeholder ? '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>' : '<p:cNvSpPr txBox="1"/>';
  const ground = placeholder
    ? ""
    : `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${isFilled ? lightGround : "<a:noFill/>"}`;
  const shape = frame ? `<p:spPr>${transform(frame)}${ground}</p:spPr>` : "<p:spPr/>";
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/>${own}${mark}</p:nvSpPr>${shape}<p:txBody>${body}<a:lstStyle/>${paragraphs || "<a:p/>"}</p:txBody></p:sp>`;
}

/** A box of a slide. The first text is in the placeholder for the body. */
export function writeBox(
  box: Box,
  id: number,
  isBody: boolean,
  pictures: ReadonlyMap<string, OfficePicture>,
  ctx: TextContext,
): string {
  if (box.t === "lines") {
    const paragraphs = writeLines(box.lines, box.size, ctx);
    if (isBody) return textShape(id, `Content ${id}`, paragraphs, { placeholder: { index: 1 }, frame: box });
    const isCode = box.lines[0]?.look === "code";
    const inset = isCode ? emus(codeInset) : 0;
    const body = `<a:bodyPr wrap="square" lIns="${inset}" tIns="${inset}" rIns="${inset}" bIns="${inset}"><a:normAutofit/></a:bodyPr>`;
    return textShape(id, `${isCode ? "Code" : "Text"} ${id}`, paragraphs, { frame: box, body, isFilled: isCode });
  }
  if (box.t === "table") return tableShape(box, id, ctx);
  const picture = pictures.get(box.src);
  return picture ? pictureShape(box, picture, id, ctx) : "";
}

function pictureShape(box: Box & { t: "picture" }, picture: OfficePicture, id: number, ctx: TextContext): string {
  const alt = box.alt.trim();
  const relation = ctx.relations.add("image", `../media/${picture.name}`);
  const decoration =
    '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>';
  const about = alt ? ` descr="${escapeAttribute(alt)}"/>` : `>${decoration}</p:cNvPr>`;
  return [
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Picture ${id}"${about}<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>`,
    `<p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>`,
    `<p:spPr>${transform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`,
  ].join("");
}

const sides: Readonly<Record<NonNullable<Align>, string>> = { left: "l", center: "ctr", right: "r" };

function tableShape(
  { rows, widths, heights, size, align, ...frame }: Box & { t: "table" },
  id: number,
  ctx: TextContext,
): string {
  const line = (side: string, points: number, color: string): string =>
    points === 0
      ? `<a:ln${side} w="0"><a:noFill/></a:ln${side}>`
      : `<a:ln${side} w="${emus(points)}"><a:solidFill><a:schemeClr val="${color}"/></a:solidFill></a:ln${side}>`;
  const cell = (content: (typeof rows)[number][number], column: number, isHead: boolean): string => {
    const side = align[column];
    const paragraph = plainParagraph(content, ctx, { size, ...(isHead && { bold: true }) }, side ? sides[side] : "");
    const lines = [
      line("L", 0, ""),
      line("R", 0, ""),
      line("T", 0, ""),
      line("B", isHead ? 1.25 : 0.5, isHead ? "tx2" : "bg2"),
    ];
    const margins = `marL="${emus(insetOf(size))}" marR="${emus(insetOf(size))}" marT="${emus(4)}" marB="${emus(4)}" anchor="${isHead ? "b" : "t"}"`;
    return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraph}</a:txBody><a:tcPr ${margins}>${lines.join("")}<a:noFill/></a:tcPr></a:tc>`;
  };
  const row = (cells: (typeof rows)[number], at: number): string =>
    `<a:tr h="${emus(heights[at] ?? 0)}">${cells.map((each, column) => cell(each, column, at === 0)).join("")}</a:tr>`;
  return [
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="Table ${id}"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>`,
    `<p:xfrm>${offset(frame)}${extent(frame)}</p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">`,
    `<a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${widths.map((width) => `<a:gridCol w="${emus(width)}"/>`).join("")}</a:tblGrid>`,
    ...rows.map(row),
    "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>",
  ].join("");
}
