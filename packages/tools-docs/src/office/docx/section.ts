import { type PageSize, twips } from "./context.ts";

/** Stands between blocks that would be one: tables, and code. */
export const gap = '<w:p><w:pPr><w:pStyle w:val="TableSpacing"/></w:pPr></w:p>';

/** The end of a section in a paragraph of its own: what is before it has this page. */
export const section = (page: PageSize, isTurned: boolean): string =>
  `<w:p><w:pPr><w:pStyle w:val="TableSpacing"/>${sectionProperties(page, isTurned)}</w:pPr></w:p>`;

/** Size and margins of the pages of a section, with the number of the page below. */
export function sectionProperties({ width, height, margin }: PageSize, isTurned: boolean): string {
  const [across, down] = isTurned ? [height, width] : [width, height];
  const turned = isTurned ? ' w:orient="landscape"' : "";
  const sides = ["top", "right", "bottom", "left"].map((side) => `w:${side}="${twips(margin)}"`).join(" ");
  return [
    '<w:sectPr><w:footerReference w:type="default" r:id="rId1"/>',
    `<w:pgSz w:w="${twips(across)}" w:h="${twips(down)}"${turned}/>`,
    `<w:pgMar ${sides} w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>`,
  ].join("");
}
