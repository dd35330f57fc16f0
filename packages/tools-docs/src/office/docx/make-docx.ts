import { anchors } from "../../document/anchors.ts";
import { headingsOf } from "../../document/inlines.ts";
import type { Block } from "../../document/node.ts";
import type { Paper } from "../../document/page-options.ts";
import type { OfficePicture } from "../../images/office-pictures.ts";
import { type PackagePart, type Properties, relations, writePackage } from "../package.ts";
import { writeBlocks } from "./blocks.ts";
import { writeContents } from "./contents.ts";
import { type DocxContext, type ListKind, type PageSize, textWidth } from "./context.ts";
import { numberingXml } from "./numbering.ts";
import { field } from "./runs.ts";
import { gap, section, sectionProperties } from "./section.ts";
import { stylesXml } from "./styles.ts";

interface DocxOptions extends Properties {
  readonly paper: Paper;
  readonly toc: boolean;
  readonly pictures: ReadonlyMap<string, OfficePicture>;
}

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const namespaces = [
  w,
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"',
].join(" ");

/** A Word document. All looks are styles, and lists, tables, headings, links and fields are those of Word. */
export function makeDocx(document: readonly Block[], options: DocxOptions): Uint8Array {
  const { paper, pictures, lang } = options;
  const page = { width: paper.width, height: paper.height, margin: paper.width < 500 ? 50 : 71 };
  const headings = headingsOf(document).map((heading, at) => ({
    ...heading,
    bookmark: `_Toc${String(at + 1).padStart(8, "0")}`,
  }));
  const links = relations();
  for (const [type, target] of [
    ["footer", "footer1.xml"],
    ["styles", "styles.xml"],
    ["numbering", "numbering.xml"],
    ["settings", "settings.xml"],
  ] as const)
    links.add(type, target);
  const lists: ListKind[] = [];
  let [named, drawings] = [0, 0];
  const anchor = anchors();
  const ctx: DocxContext = {
    relations: links,
    pictures,
    page,
    byAnchor: new Map(headings.map(({ text, bookmark }) => [anchor(text), bookmark])),
    byName: new Map(headings.map(({ text, bookmark }) => [text, bookmark] as const).reverse()),
    nextBookmark: () => headings[named++]?.bookmark ?? "",
    nextDrawing: () => ++drawings,
    newList: (list) => lists.push(list),
    usesFields: { value: false },
  };
  const top = document[0]?.t === "heading" && document[0].level === 1 ? 1 : 0;
  const written = [
    writeBlocks(document.slice(0, top), ctx),
    options.toc ? writeContents(headings.slice(top)) : "",
    writeBlocks(document.slice(top), ctx),
  ].join("");
  const body = joinSections(written, page);
  const parts: PackagePart[] = [
    {
      name: "word/document.xml",
      type: `${word}.document.main+xml`,
      content: `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    },
    ...links.part("word/document.xml"),
    { name: "word/styles.xml", type: `${word}.styles+xml`, content: stylesXml(lang, textWidth(page)) },
    { name: "word/numbering.xml", type: `${word}.numbering+xml`, content: numberingXml(lists) },
    {
      name: "word/settings.xml",
      type: `${word}.settings+xml`,
      content: settingsXml(options.toc || ctx.usesFields.value),
    },
    {
      name: "word/footer1.xml",
      type: `${word}.footer+xml`,
      content: `<w:ftr ${w}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>${field("PAGE", "1")}</w:p></w:ftr>`,
    },
    ...[...pictures.values()].map(({ name, bytes }) => ({ name: `word/media/${name}`, content: bytes })),
  ];
  return writePackage("word/document.xml", parts, options);
}

/** The text with the properties of its last section, and without pages that only end one. */
function joinSections(text: string, page: PageSize): string {
  const [upright, turned] = [section(page, false), section(page, true)];
  const inside = (text.startsWith(upright) ? text.slice(upright.length) : text).replaceAll(turned + upright, turned);
  return inside.endsWith(turned)
    ? inside.slice(0, -turned.length) + gap + sectionProperties(page, true)
    : inside + sectionProperties(page, false);
}

/** Pages in the table of contents and in references are computed when Word opens the document. */
const settingsXml = (hasFields: boolean): string =>
  [
    `<w:settings ${w}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/>`,
    hasFields ? '<w:updateFields w:val="true"/>' : "",
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>',
  ].join("");
