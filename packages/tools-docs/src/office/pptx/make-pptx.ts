import { anchors } from "../../document/anchors.ts";
import { headingsOf } from "../../document/inlines.ts";
import { type Block, type Inline, plain, plainText } from "../../document/node.ts";
import type { OfficePicture } from "../../images/office-pictures.ts";
import { type PackagePart, type Properties, relations, writePackage } from "../package.ts";
import { layouts, layoutXml, masterXml, namespaces, plainLevels, shapeTree, slideNumber } from "./master.ts";
import { notesMasterXml, notesSize, notesXml } from "./notes.ts";
import { planDeck } from "./plan-deck.ts";
import { textShape, writeBox } from "./shapes.ts";
import { coverFrame, type Slide, slideSize, subtitleFrame, titleFrame } from "./slide.ts";
import { emus, plainParagraph, type TextContext, writeLines } from "./text.ts";
import { themeXml } from "./theme.ts";
import { coverSizes, titleSize, titleSizes } from "./title.ts";

interface PptxOptions extends Properties {
  readonly toc: boolean;
  readonly pictures: ReadonlyMap<string, OfficePicture>;
}

interface MadePptx {
  readonly bytes: Uint8Array;
  readonly slides: number;
  readonly notes: readonly string[];
}

const kind = "application/vnd.openxmlformats-officedocument.presentationml";
const themeType = "application/vnd.openxmlformats-officedocument.theme+xml";

/** A presentation: a title slide, and slides for each heading, with placeholders of their layouts. */
export function makePptx(document: readonly Block[], options: PptxOptions): MadePptx {
  const { pictures, lang, title, author } = options;
  const { slides, firstOf, notes } = planDeck(document, { pictures, author, toc: options.toc });
  const anchor = anchors();
  const numbered = headingsOf(document).map(({ text }, at) => ({ text, slide: firstOf[at] ?? 1 }));
  const shared = {
    lang,
    byAnchor: new Map(numbered.map(({ text, slide }) => [anchor(text), slide])),
    byName: new Map(numbered.map(({ text, slide }) => [text, slide] as const).reverse()),
  };
  const hasNotes = slides.some((slide) => slide.notes !== "");
  const main = relations();
  const master = main.add("slideMaster", "slideMasters/slideMaster1.xml");
  const notesMaster = hasNotes ? main.add("notesMaster", "notesMasters/notesMaster1.xml") : undefined;
  const ids = slides.map((_, at) => main.add("slide", `slides/slide${at + 1}.xml`));
  main.add("theme", "theme/theme1.xml");
  const parts: PackagePart[] = [
    {
      name: "ppt/presentation.xml",
      type: `${kind}.presentation.main+xml`,
      content: [
        `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="${master}"/></p:sldMasterIdLst>`,
        notesMaster ? `<p:notesMasterIdLst><p:notesMasterId r:id="${notesMaster}"/></p:notesMasterIdLst>` : "",
        `<p:sldIdLst>${ids.map((id, at) => `<p:sldId id="${256 + at}" r:id="${id}"/>`).join("")}</p:sldIdLst>`,
        `<p:sldSz cx="${emus(slideSize.width)}" cy="${emus(slideSize.height)}"/><p:notesSz cx="${emus(notesSize.width)}" cy="${emus(notesSize.height)}"/><p:defaultTextStyle>${plainLevels}</p:defaultTextStyle></p:presentation>`,
      ].join(""),
    },
    ...main.part("ppt/presentation.xml"),
    ...masterParts(lang),
    ...(hasNotes ? notesMasterParts(lang) : []),
    ...slides.flatMap((slide, at) => slideParts(slide, at + 1, pictures, shared)),
    ...[...pictures.values()].map(({ name, bytes }) => ({ name: `ppt/media/${name}`, content: bytes })),
  ];
  return { bytes: writePackage("ppt/presentation.xml", parts, { title, author, lang }), slides: slides.length, notes };
}

function masterParts(lang: string): PackagePart[] {
  const links = relations();
  for (const [at] of layouts.entries()) links.add("slideLayout", `../slideLayouts/slideLayout${at + 1}.xml`);
  links.add("theme", "../theme/theme1.xml");
  const back = relations();
  back.add("slideMaster", "../slideMasters/slideMaster1.xml");
  return [
    { name: "ppt/theme/theme1.xml", type: themeType, content: themeXml(lang) },
    { name: "ppt/slideMasters/slideMaster1.xml", type: `${kind}.slideMaster+xml`, content: masterXml() },
    ...links.part("ppt/slideMasters/slideMaster1.xml"),
    ...layouts.flatMap((layout, at) => {
      const name = `ppt/slideLayouts/slideLayout${at + 1}.xml`;
      return [{ name, type: `${kind}.slideLayout+xml`, content: layoutXml(layout) }, ...back.part(name)];
    }),
  ];
}

function notesMasterParts(lang: string): PackagePart[] {
  const links = relations();
  links.add("theme", "../theme/theme2.xml");
  const name = "ppt/notesMasters/notesMaster1.xml";
  return [
    { name: "ppt/theme/theme2.xml", type: themeType, content: themeXml(lang) },
    { name, type: `${kind}.notesMaster+xml`, content: notesMasterXml() },
    ...links.part(name),
  ];
}

type SharedContext = Omit<TextContext, "relations">;

function slideParts(
  slide: Slide,
  number: number,
  pictures: PptxOptions["pictures"],
  shared: SharedContext,
): PackagePart[] {
  const links = relations();
  const ctx: TextContext = { ...shared, relations: links };
  links.add("slideLayout", `../slideLayouts/slideLayout${layouts.indexOf(slide.layout) + 1}.xml`);
  const name = `ppt/slides/slide${number}.xml`;
  const content = `<p:sld ${namespaces}><p:cSld>${shapeTree(shapesOf(slide, number, pictures, ctx))}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
  if (slide.notes === "") return [{ name, type: `${kind}.slide+xml`, content }, ...links.part(name)];
  const notesName = `ppt/notesSlides/notesSlide${number}.xml`;
  links.add("notesSlide", `../notesSlides/notesSlide${number}.xml`);
  const back = relations();
  back.add("notesMaster", "../notesMasters/notesMaster1.xml");
  back.add("slide", `../slides/slide${number}.xml`);
  return [
    { name, type: `${kind}.slide+xml`, content },
    ...links.part(name),
    { name: notesName, type: `${kind}.notesSlide+xml`, content: notesXml(slide.notes, { ...shared, relations: back }) },
    ...back.part(notesName),
  ];
}

function shapesOf(
  { layout, title, part, boxes }: Slide,
  number: number,
  pictures: PptxOptions["pictures"],
  ctx: TextContext,
): string {
  let id = 2;
  const shapes: string[] = [];
  const text: readonly Inline[] = part === "" ? title : [...title, ...plain(part)];
  if (text.length > 0) {
    const isCover = layout === "title";
    const [frame, options] = isCover || layout === "section" ? [coverFrame, coverSizes] : [titleFrame, titleSizes];
    const size = titleSize(plainText(text), frame, options) ?? options.at(-1);
    const own = size === options[0] ? {} : { size };
    shapes.push(
      textShape(id++, "Title", plainParagraph(text, ctx, own), {
        placeholder: { type: isCover ? "ctrTitle" : "title" },
      }),
    );
  }
  const body = boxes.findIndex((box) => box.t === "lines" && box.lines[0]?.look !== "code");
  for (const [at, box] of boxes.entries()) {
    if (layout === "title" && box.t === "lines")
      shapes.push(
        textShape(id++, "Subtitle", writeLines(box.lines, box.size, ctx), {
          placeholder: { type: "subTitle", index: 1 },
          frame: subtitleFrame,
        }),
      );
    else shapes.push(writeBox(box, id++, at === body, pictures, ctx));
  }
  if (layout !== "title") shapes.push(slideNumber(id, String(number)));
  return shapes.join("");
}
