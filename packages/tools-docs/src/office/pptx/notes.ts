import { namespaces, shapeTree } from "./master.ts";
import { textShape } from "./shapes.ts";
import type { Frame } from "./slide.ts";
import { plainParagraph, type TextContext } from "./text.ts";

/** A page of notes is 7.5 by 10 inches. */
export const notesSize = { width: 540, height: 720 };
const picture: Frame = { x: 54, y: 54, width: 432, height: 243 };
const text: Frame = { x: 54, y: 324, width: 432, height: 342 };

const slideImage = (frame: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr>${frame}</p:spPr></p:sp>`;

/** What all pages of notes have. */
export const notesMasterXml = (): string =>
  [
    `<p:notesMaster ${namespaces}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>`,
    shapeTree(
      slideImage(
        `<a:xfrm><a:off x="${picture.x * 12_700}" y="${picture.y * 12_700}"/><a:ext cx="${picture.width * 12_700}" cy="${picture.height * 12_700}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`,
      ) +
        textShape(3, "Notes", '<a:p><a:r><a:rPr lang="en"/><a:t>Notes</a:t></a:r></a:p>', {
          placeholder: { type: "body", index: 1 },
          frame: text,
          body: "<a:bodyPr/>",
        }),
    ),
    '</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>',
    '<p:notesStyle><a:lvl1pPr><a:defRPr sz="1200"/></a:lvl1pPr></p:notesStyle></p:notesMaster>',
  ].join("");

/** What a speaker says to a slide, in paragraphs. */
export const notesXml = (notes: string, ctx: TextContext): string =>
  [
    `<p:notes ${namespaces}><p:cSld>`,
    shapeTree(
      slideImage("") +
        textShape(
          3,
          "Notes",
          notes
            .replace(/\r\n?/g, "\n")
            .split("\n")
            .map((line) => plainParagraph(line === "" ? [] : [{ t: "text", v: line }], ctx))
            .join(""),
          { placeholder: { type: "body", index: 1 }, body: "<a:bodyPr/>" },
        ),
    ),
    "</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>",
  ].join("");
