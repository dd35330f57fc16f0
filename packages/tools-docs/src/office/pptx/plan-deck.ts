import { type Block, plainText } from "../../document/node.ts";
import type { OfficePicture } from "../../images/office-pictures.ts";
import { heightOfLines, textOf } from "./measure.ts";
import { planSection } from "./plan-slides.ts";
import { referenceTo, type Section, sectionsOf } from "./sections.ts";
import { checkCount, coverFrame, type Line, type Slide, subtitleFrame, titleFrame } from "./slide.ts";
import { coverSizes, shortTitle, titleSize, titleSizes } from "./title.ts";

interface DeckOptions {
  readonly pictures: ReadonlyMap<string, OfficePicture>;
  readonly author?: string | undefined;
  readonly toc: boolean;
}

interface Deck {
  readonly slides: readonly Slide[];
  /** The slide of each heading, in the order of the document. */
  readonly firstOf: readonly number[];
  readonly notes: readonly string[];
}

/** All slides of a document. The notes say what is on several of them. */
export function planDeck(document: readonly Block[], { pictures, author, toc }: DeckOptions): Deck {
  const sections = sectionsOf(document, (src) => pictures.has(src));
  const slides: Slide[] = [];
  const firstOf: number[] = [];
  const notes: string[] = [];
  const add = (section: Section): void => {
    const { title, headings } = section;
    for (let i = 0; i < headings; i++) firstOf.push(slides.length + 1);
    const planned = planSection(withWholeTitle(section), pictures);
    if (planned.length > 1) notes.push(`${named(title, slides.length + 1)} is on ${planned.length} slides.`);
    if (title.length === 0 && planned.some(({ layout }) => layout === "content"))
      notes.push(`Slide ${slides.length + 1} has no title: put a heading before its content.`);
    slides.push(...planned);
    checkCount(slides.length);
  };
  const [first, ...rest] = sections;
  const addContents = (): void => {
    const contents = toc ? contentsOf(first?.level === 1 ? rest : sections) : undefined;
    if (contents) slides.push(...planSection(contents, pictures));
  };
  const hasCover = first?.level === 1;
  if (hasCover) {
    const { cover, left } = coverOf(first, author);
    for (let i = 0; i < first.headings - left.headings; i++) firstOf.push(1);
    slides.push(cover);
    addContents();
    if (left.pieces.length > 0) add(left);
  } else {
    addContents();
    if (first) add(first);
  }
  for (const section of rest) add(section);
  if (slides.length === 0) slides.push({ layout: "section", title: [], part: "", boxes: [], notes: "" });
  return { slides, firstOf, notes };
}

const named = (title: Section["title"], slide: number): string =>
  title.length === 0 ? `What is on slide ${slide}` : `“${plainText(title).slice(0, 80)}”`;

/** The title slide, and what has no room on it. */
function coverOf(section: Section, author: string | undefined): { cover: Slide; left: Section } {
  const [first, ...others] = section.pieces;
  const lines = first?.t === "lines" ? first.lines : [];
  const by: Line[] = author === undefined ? [] : [{ look: "text", level: 0, c: [{ t: "text", v: author }] }];
  const isShort =
    first?.t === "lines" &&
    others.length === 0 &&
    lines.every(({ look, to }) => look === "text" && to === undefined) &&
    heightOfLines([...lines, ...by], 20, subtitleFrame.width) <= subtitleFrame.height;
  const subtitle = [...(isShort ? lines : []), ...by];
  const isLong = titleSize(plainText(section.title), coverFrame, coverSizes) === undefined;
  const whole: Section["pieces"] = isLong
    ? [{ t: "lines", lines: [{ look: "text", level: 0, c: section.title }] }]
    : [];
  const left = [...whole, ...(isShort ? [] : section.pieces)];
  return {
    cover: {
      layout: "title",
      title: isLong ? shortTitle(section.title) : section.title,
      part: "",
      boxes: subtitle.length > 0 ? [{ t: "lines", lines: subtitle, size: 20, ...subtitleFrame }] : [],
      notes: section.notes,
    },
    left: {
      ...section,
      title: isLong ? shortTitle(section.title) : section.title,
      pieces: left,
      notes: "",
      headings: isShort ? 0 : Math.max(0, section.headings - 1),
    },
  };
}

/** A title that no letters make fit is whole in the text below it. */
function withWholeTitle(section: Section): Section {
  const text = `${textOf(section.title)} (99/99)`;
  if (titleSize(text, titleFrame, titleSizes) !== undefined) return section;
  const whole: Line = { look: "text", level: 0, c: section.title };
  const [first, ...rest] = section.pieces;
  const pieces: Section["pieces"] =
    first?.t === "lines"
      ? [{ t: "lines", lines: [whole, ...first.lines] }, ...rest]
      : [{ t: "lines", lines: [whole] }, ...section.pieces];
  return { ...section, title: shortTitle(section.title), pieces };
}

/** A slide with the headings of the document, as links. */
function contentsOf(sections: readonly Section[]): Section | undefined {
  const titled = sections.filter(({ title }) => title.length > 0);
  const least = titled.reduce((top, { level }) => Math.min(top, level), 6);
  const lines = titled
    .filter(({ level }) => level <= least + 1)
    .map(
      ({ title, level }): Line => ({
        look: "item",
        level: level - least,
        c: referenceTo(plainText(title)),
        to: plainText(title),
      }),
    );
  if (lines.length === 0) return undefined;
  return { level: 2, title: [{ t: "text", v: "Contents" }], pieces: [{ t: "lines", lines }], notes: "", headings: 0 };
}
