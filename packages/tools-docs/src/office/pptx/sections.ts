import { anchorOf } from "../../document/anchors.ts";
import { type Align, type Block, type Inline, plain } from "../../document/node.ts";
import type { Cells, Line } from "./slide.ts";

export type SlideContent =
  | { readonly t: "lines"; readonly lines: readonly Line[] }
  | { readonly t: "table"; readonly align: readonly Align[]; readonly rows: readonly Cells[] }
  | { readonly t: "picture"; readonly src: string; readonly alt: string }
  /** A new slide. */
  | { readonly t: "cut" };

/** What is under a heading. */
export interface Section {
  readonly level: number;
  readonly title: readonly Inline[];
  readonly pieces: readonly SlideContent[];
  readonly notes: string;
  /** Headings that are here, its own first: those in lists and quotes have no slides of their own. */
  readonly headings: number;
}

/** A document by its headings. What is before the first of them has none, and the level 0. */
export function sectionsOf(document: readonly Block[], hasPicture: (src: string) => boolean): Section[] {
  const sections: Section[] = [];
  let blocks: Block[] = [];
  let heading: (Block & { t: "heading" }) | undefined;
  const close = (): void => {
    if (heading || blocks.length > 0) sections.push(sectionOf(heading, blocks, hasPicture));
    blocks = [];
  };
  for (const block of document) {
    if (block.t === "heading") {
      close();
      heading = block;
    } else blocks.push(block);
  }
  close();
  return sections;
}

function sectionOf(
  heading: (Block & { t: "heading" }) | undefined,
  blocks: readonly Block[],
  hasPicture: (src: string) => boolean,
): Section {
  const reader = pieceReader(hasPicture);
  for (const block of blocks) reader.read(block, 0, false);
  return {
    level: heading?.level ?? 0,
    title: heading?.c ?? [],
    pieces: reader.pieces.filter((piece) => piece.t !== "lines" || piece.lines.length > 0),
    notes: blocks.flatMap((block) => (block.t === "notes" ? [block.v] : [])).join("\n\n"),
    headings: reader.headings() + (heading ? 1 : 0),
  };
}

function pieceReader(hasPicture: (src: string) => boolean) {
  const pieces: SlideContent[] = [];
  let [lists, headings] = [0, 0];

  let lines: Line[] = [];
  const begin = (): void => {
    lines = [];
    pieces.push({ t: "lines", lines });
  };
  const add = (line: Line): void => {
    const isOpen = pieces.at(-1)?.t === "lines" && (lines.length === 0 || isCode(lines[0]) === isCode(line));
    if (!isOpen) begin();
    lines.push(line);
  };

  /** Pictures in a text come after what is before them. */
  const addText = (line: Line): void => {
    let run: Inline[] = [];
    const flush = (): void => {
      while (run[0]?.t === "break") run.shift();
      while (run.at(-1)?.t === "break") run.pop();
      if (run.some((each) => each.t !== "text" || each.v.trim() !== "")) add({ ...line, c: run });
      run = [];
    };
    const found = picturesIn(line.c).filter(({ src }) => hasPicture(src));
    if (found.length === 0) {
      if (line.c.length > 0) add(line);
      return;
    }
    for (const each of line.c) {
      const inside = picturesIn([each]).filter(({ src }) => hasPicture(src));
      if (each.t !== "image" && inside.length === 0) run.push(each);
      if (each.t !== "image" && inside.length > 0) run.push(...withoutPictures([each], hasPicture));
      if (inside.length === 0) {
        if (each.t === "image") run.push(each);
        continue;
      }
      flush();
      for (const { src, alt } of inside) pieces.push({ t: "picture", src, alt });
    }
    flush();
  };

  const readList = (block: Block & { t: "list" }, level: number): void => {
    const list = ++lists;
    for (const [at, { checked, c }] of block.items.entries()) {
      const box: Inline[] = checked === undefined ? [] : [{ t: "text", v: checked ? "\u2611 " : "\u2610 " }];
      const [first, ...rest] = c[0]?.t === "text" ? c : [{ t: "text" as const, c: [] }, ...c];
      const text = first?.t === "text" ? first.c : [];
      const isNumbered = block.ordered && checked === undefined;
      // Programs count from 1: other numbers are text.
      const numbered = isNumbered && block.start > 0 ? { number: block.start + at, list } : {};
      if (isNumbered && block.start < 1) box.push({ t: "text", v: `${block.start + at}. ` });
      const look = box.length === 0 ? "item" : "text";
      if (box.length + text.length > 0) addText({ look, level, c: [...box, ...text], ...numbered });
      for (const each of rest) read(each, level + 1, false);
    }
  };

  const read = (block: Block, level: number, isQuote: boolean): void => {
    const look = isQuote ? "quote" : "text";
    switch (block.t) {
      case "heading":
        headings++;
        add({ look, level, c: [{ t: "strong", c: block.c }] });
        break;
      case "text":
        addText({ look, level, c: block.c });
        break;
      case "code":
        begin(); // a block of its own, also below another one
        for (const v of block.v.replace(/\r?\n$/, "").split(/\r?\n/))
          add({ look: "code", level, c: [{ t: "code", v: v.replaceAll("\t", "    ") }] });
        break;
      case "quote":
        for (const each of block.c) read(each, level, true);
        break;
      case "list":
        readList(block, level);
        break;
      case "table":
        pieces.push({ t: "table", align: block.align, rows: [block.head, ...block.rows] });
        break;
      case "rule":
        pieces.push({ t: "cut" });
        break;
      case "page":
        add({ look, level, c: referenceTo(block.to), to: block.to });
        break;
      default:
        break;
    }
  };
  return { pieces, read, headings: () => headings };
}

const isCode = (line: Line | undefined): boolean => line?.look === "code";

/** A link to the first heading of that name. */
export const referenceTo = (to: string): Inline[] => [{ t: "link", href: `#${anchorOf(to)}`, c: plain(to) }];

type Picture = Inline & { t: "image" };

const picturesIn = (inlines: readonly Inline[]): Picture[] =>
  inlines.flatMap((each) => (each.t === "image" ? [each] : "c" in each ? picturesIn(each.c) : []));

const withoutPictures = (inlines: readonly Inline[], hasPicture: (src: string) => boolean): Inline[] =>
  inlines.flatMap((each): Inline[] => {
    if (each.t === "image") return hasPicture(each.src) ? [] : [each];
    if (!("c" in each)) return [each];
    const c = withoutPictures(each.c, hasPicture);
    return c.length > 0 ? [{ ...each, c }] : [];
  });
