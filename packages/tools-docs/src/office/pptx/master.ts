import { indent } from "./measure.ts";
import { textShape, transform } from "./shapes.ts";
import { bodyFrame, coverFrame, type Frame, type Layout, slideSize, subtitleFrame, titleFrame } from "./slide.ts";
import { emus } from "./text.ts";

export const namespaces = [
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
].join(" ");

export const layouts: readonly Layout[] = ["title", "content", "section"];
const numberFrame: Frame = { x: 816, y: 500, width: 96, height: 22 };

/** A tree of shapes. */
export const shapeTree = (shapes: string): string =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes}</p:spTree>`;

const bar = (id: number, frame: Frame): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Bar"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${transform(frame)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="accent1"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`;

const prompt = (text: string): string => `<a:p><a:r><a:rPr lang="en"/><a:t>${text}</a:t></a:r></a:p>`;

/** The number of a slide. */
export const slideNumber = (id: number, shown: string): string =>
  textShape(
    id,
    `Slide Number ${id}`,
    `<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en"/><a:t>${shown}</a:t></a:fld></a:p>`,
    {
      placeholder: { type: "sldNum", index: 12 },
      body: "<a:bodyPr/>",
    },
  );

const masterNumber = (id: number): string =>
  slideNumber(id, "‹#›")
    .replace("<p:spPr/>", `<p:spPr>${transform(numberFrame)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`)
    .replace(
      "<a:lstStyle/>",
      '<a:lstStyle><a:lvl1pPr algn="r"><a:defRPr sz="1100"><a:solidFill><a:schemeClr val="tx2"/></a:solidFill></a:defRPr></a:lvl1pPr></a:lstStyle>',
    );

const insets = 'lIns="0" tIns="0" rIns="0" bIns="0"';
const body = (anchor: string): string => `<a:bodyPr ${insets} anchor="${anchor}"><a:normAutofit/></a:bodyPr>`;

/** What all slides have. */
export function masterXml(): string {
  const shapes = [
    bar(2, { x: 0, y: 0, width: slideSize.width, height: 6 }),
    textShape(3, "Title", prompt("Title"), { placeholder: { type: "title" }, frame: titleFrame, body: body("b") }),
    textShape(4, "Text", prompt("Text"), {
      placeholder: { type: "body", index: 1 },
      frame: bodyFrame,
      body: body("t"),
    }),
    masterNumber(5),
  ].join("");
  const ids = layouts.map((_, at) => `<p:sldLayoutId id="${2147483649 + at}" r:id="rId${at + 1}"/>`);
  return [
    `<p:sldMaster ${namespaces}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>${shapeTree(shapes)}</p:cSld>`,
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>',
    `<p:sldLayoutIdLst>${ids.join("")}</p:sldLayoutIdLst><p:txStyles>`,
    '<p:titleStyle><a:lvl1pPr algn="l"><a:lnSpc><a:spcPct val="95000"/></a:lnSpc><a:buNone/><a:defRPr sz="3000" b="1"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/><a:cs typeface="+mj-cs"/></a:defRPr></a:lvl1pPr></p:titleStyle>',
    `<p:bodyStyle>${Array.from({ length: 9 }, (_, level) => levelXml(level)).join("")}</p:bodyStyle><p:otherStyle>${plainLevels}</p:otherStyle></p:txStyles></p:sldMaster>`,
  ].join("");
}

const text =
  '<a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/>';

/** Text that is in no placeholder. */
export const plainLevels = Array.from(
  { length: 9 },
  (_, level) => `<a:lvl${level + 1}pPr marL="0" algn="l"><a:defRPr sz="1800">${text}</a:defRPr></a:lvl${level + 1}pPr>`,
).join("");

const levelXml = (level: number): string =>
  [
    `<a:lvl${level + 1}pPr marL="${emus(indent * (level + 1))}" indent="${-emus(indent)}" algn="l"><a:spcBef><a:spcPts val="${level === 0 ? 800 : 300}"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="${level % 2 === 0 ? "•" : "–"}"/>`,
    `<a:defRPr sz="${2000 - 200 * Math.min(level, 2)}">${text}</a:defRPr></a:lvl${level + 1}pPr>`,
  ].join("");

const names: Readonly<Record<Layout, readonly [name: string, type: string]>> = {
  title: ["Title Slide", "title"],
  content: ["Title and Content", "obj"],
  section: ["Section Header", "secHead"],
};

/** A kind of slide. */
export function layoutXml(layout: Layout): string {
  const [name, type] = names[layout];
  const isContent = layout === "content";
  const shapes = isContent
    ? [
        textShape(2, "Title", prompt("Title"), { placeholder: { type: "title" } }),
        textShape(3, "Content", prompt("Text"), { placeholder: { index: 1 } }),
        slideNumber(4, "‹#›"),
      ]
    : [
        bar(2, { x: 48, y: coverFrame.y, width: 8, height: layout === "title" ? 312 : coverFrame.height }),
        textShape(3, "Title", prompt("Title"), {
          placeholder: { type: layout === "title" ? "ctrTitle" : "title" },
          frame: coverFrame,
          body: `<a:bodyPr ${insets} anchor="${layout === "title" ? "b" : "ctr"}"><a:normAutofit/></a:bodyPr>`,
        }).replace(
          "<a:lstStyle/>",
          `<a:lstStyle><a:lvl1pPr><a:defRPr sz="${layout === "title" ? 4400 : 3600}"/></a:lvl1pPr></a:lstStyle>`,
        ),
        layout === "title"
          ? textShape(4, "Subtitle", prompt("Subtitle"), {
              placeholder: { type: "subTitle", index: 1 },
              frame: subtitleFrame,
            }).replace(
              "<a:lstStyle/>",
              '<a:lstStyle><a:lvl1pPr marL="0" indent="0"><a:buNone/><a:defRPr sz="2000"><a:solidFill><a:schemeClr val="tx2"/></a:solidFill></a:defRPr></a:lvl1pPr></a:lstStyle>',
            )
          : slideNumber(4, "‹#›"),
      ];
  return `<p:sldLayout ${namespaces} type="${type}" preserve="1"${isContent ? "" : ' showMasterSp="0"'}><p:cSld name="${name}">${shapeTree(shapes.join(""))}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
}
