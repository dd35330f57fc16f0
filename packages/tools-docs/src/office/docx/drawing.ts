import { fitInto, type OfficePicture } from "../../images/office-pictures.ts";
import { escapeAttribute } from "../xml.ts";
import { type DocxContext, emus } from "./context.ts";

/** A picture in a line, with its alternative text; one without is declared as decoration. */
export function drawing(
  picture: OfficePicture,
  alt: string,
  room: { readonly width: number; readonly height: number },
  ctx: DocxContext,
): string {
  const { width, height } = fitInto(picture, room.width, room.height);
  const size = `cx="${Math.max(1, emus(width))}" cy="${Math.max(1, emus(height))}"`;
  const id = ctx.nextDrawing();
  const relation = ctx.relations.add("image", `media/${picture.name}`);
  const about = alt
    ? `descr="${escapeAttribute(alt)}"/>`
    : '><a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst></wp:docPr>';
  return [
    '<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0">',
    `<wp:extent ${size}/><wp:docPr id="${id}" name="Picture ${id}" ${about}`,
    '<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>',
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>',
    `<pic:nvPicPr><pic:cNvPr id="${id}" name="${picture.name}"/><pic:cNvPicPr/></pic:nvPicPr>`,
    `<pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`,
    "</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>",
  ].join("");
}
