import { twips } from "./context.ts";

/** Fonts of East Asian letters by language: without one Word takes a font of Latin letters. */
const eastAsian: Readonly<Record<string, string>> = { ja: "Yu Gothic", zh: "Microsoft YaHei", ko: "Malgun Gothic" };

const dark = "1F2937";
const gray = "6B7280";

interface StyleOptions {
  readonly name: string;
  readonly basedOn?: string;
  readonly next?: string;
  readonly paragraph?: string;
  readonly run?: string;
  readonly isOwn?: boolean;
}

const style = (id: string, { name, basedOn = "Normal", next, paragraph = "", run = "", isOwn }: StyleOptions): string =>
  [
    `<w:style w:type="paragraph"${isOwn ? ' w:customStyle="1"' : ""} w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/>`,
    next ? `<w:next w:val="${next}"/>` : "",
    `<w:qFormat/>${paragraph && `<w:pPr>${paragraph}</w:pPr>`}${run && `<w:rPr>${run}</w:rPr>`}</w:style>`,
  ].join("");

const size = (points: number): string => `<w:sz w:val="${points * 2}"/><w:szCs w:val="${points * 2}"/>`;
const mono = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:noProof/>';

const heading = (level: number, points: number, before: number, after: number): string =>
  style(`Heading${level}`, {
    name: `heading ${level}`,
    next: "Normal",
    paragraph: `<w:keepNext/><w:keepLines/><w:spacing w:before="${before * 20}" w:after="${after * 20}" w:line="252" w:lineRule="auto"/><w:outlineLvl w:val="${level - 1}"/>`,
    run: `<w:b/><w:bCs/><w:color w:val="${level > 4 ? gray : dark}"/>${size(points)}`,
  });

/** The styles of a document: all looks are in them, so users change them in one place. */
export function stylesXml(lang: string, width: number): string {
  const font = eastAsian[lang];
  const fonts = `<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"${font ? ` w:eastAsia="${font}"` : ""} w:cs="Arial"/>`;
  const border = (side: string, color: string, eighths: number, space = 1): string =>
    `<w:${side} w:val="single" w:sz="${eighths}" w:space="${space}" w:color="${color}"/>`;
  return [
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults>',
    `<w:rPrDefault><w:rPr>${fonts}${size(11)}<w:lang w:val="${lang}" w:eastAsia="${lang}" w:bidi="${lang}"/></w:rPr></w:rPrDefault>`,
    '<w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>',
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    heading(1, 22, 0, 10),
    heading(2, 16, 18, 6),
    heading(3, 13, 14, 4),
    heading(4, 11.5, 12, 4),
    heading(5, 11, 10, 3),
    heading(6, 11, 10, 3),
    style("ListParagraph", { name: "List Paragraph", paragraph: '<w:spacing w:after="60"/>' }),
    style("Quote", {
      name: "Quote",
      paragraph: `<w:pBdr>${border("left", "9CA3AF", 18, 10)}</w:pBdr>`,
      run: '<w:color w:val="4B5563"/>',
    }),
    style("Code", {
      name: "Code",
      isOwn: true,
      paragraph: `<w:pBdr>${["top", "left", "bottom", "right"].map((side) => border(side, "F3F4F6", 4, 6)).join("")}</w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="F3F4F6"/><w:spacing w:before="160" w:after="240" w:line="252" w:lineRule="auto"/><w:ind w:left="140" w:right="140"/>`,
      run: mono + size(9.5),
    }),
    style("Rule", {
      name: "Rule",
      isOwn: true,
      paragraph: `<w:pBdr>${border("bottom", "9CA3AF", 6)}</w:pBdr><w:spacing w:before="120" w:after="240" w:line="120" w:lineRule="exact"/>`,
    }),
    style("TableText", {
      name: "Table Text",
      isOwn: true,
      paragraph: '<w:spacing w:before="50" w:after="50" w:line="252" w:lineRule="auto"/>',
      run: size(10.5),
    }),
    style("TableSpacing", {
      name: "Table Spacing",
      isOwn: true,
      paragraph: '<w:spacing w:after="0" w:line="200" w:lineRule="exact"/>',
      run: size(2),
    }),
    style("Footer", {
      name: "footer",
      paragraph: '<w:spacing w:after="0"/><w:jc w:val="center"/>',
      run: `<w:color w:val="${gray}"/>${size(9)}`,
    }),
    ...[1, 2, 3].map((level) =>
      style(`TOC${level}`, {
        name: `toc ${level}`,
        next: "Normal",
        paragraph: `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${twips(width)}"/></w:tabs><w:spacing w:after="60"/><w:ind w:left="${(level - 1) * 220}"/>`,
      }),
    ),
    '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>',
    '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="1D4ED8"/><w:u w:val="single"/></w:rPr></w:style>',
    `<w:style w:type="character" w:customStyle="1" w:styleId="CodeText"><w:name w:val="Code Text"/><w:rPr>${mono}<w:sz w:val="20"/><w:szCs w:val="20"/><w:shd w:val="clear" w:color="auto" w:fill="F3F4F6"/></w:rPr></w:style>`,
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>',
    `<w:style w:type="table" w:customStyle="1" w:styleId="ReportTable"><w:name w:val="Report Table"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${border("bottom", "D1D5DB", 4, 0)}${border("insideH", "D1D5DB", 4, 0)}</w:tblBorders></w:tblPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:bCs/><w:color w:val="${dark}"/></w:rPr><w:tcPr><w:tcBorders>${border("bottom", gray, 8, 0)}</w:tcBorders><w:vAlign w:val="bottom"/></w:tcPr></w:tblStylePr></w:style>`,
    "</w:styles>",
  ].join("");
}
