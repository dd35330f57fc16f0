import { fitInto, type OfficePicture } from "../../images/office-pictures.ts";
import { fitSlideTable } from "./fit-slide-table.ts";
import { cutAt, cutInlines, heightOf, heightOfLines, lengthUpTo, maxLetters, paddingOf, textOf } from "./measure.ts";
import type { Section, SlideContent } from "./sections.ts";
import { type Box, bodyFrame, checkCount, type Frame, type Line, type Slide } from "./slide.ts";

type Pictures = ReadonlyMap<string, OfficePicture>;

const gap = 14;
/** Letters that slides have, the preferred ones first. */
const sizes = [20, 18, 16];
/** How much larger a picture may be than it is, in letters of its own. */
const maxZoom = 1.5;

/** The slides of what is under a heading: as many as it needs, with letters that can be read. */
export function planSection(section: Section, pictures: Pictures): Slide[] {
  const { title, notes } = section;
  const pages = beside(section.pieces, pictures) ?? flow(section.pieces, pictures);
  const all = pages.length === 0 ? [[]] : pages;
  return all.map((boxes, at) => ({
    layout: section.pieces.length === 0 && notes === "" ? "section" : "content",
    title,
    part: all.length === 1 ? "" : ` (${at + 1}/${all.length})`,
    boxes,
    notes: at === 0 ? notes : "",
  }));
}

/** A text and a picture that is not wide stand side by side, if both have room. */
function beside(pieces: readonly SlideContent[], pictures: Pictures): Box[][] | undefined {
  const [first, second] = pieces;
  const [text, picture] = first?.t === "lines" ? [first, second] : [second, first];
  if (pieces.length !== 2 || text?.t !== "lines" || picture?.t !== "picture") return undefined;
  const image = pictures.get(picture.src);
  if (!image || image.width > image.height * 1.9) return undefined;
  const width = (bodyFrame.width - 2 * gap) / 2;
  const size = sizes.find((each) => heightOfLines(text.lines, each, width) <= bodyFrame.height);
  if (size === undefined) return undefined;
  const isLeft = first === text;
  const right = bodyFrame.x + width + 2 * gap;
  const lines: Box = {
    t: "lines",
    lines: text.lines,
    size,
    ...bodyFrame,
    width,
    x: isLeft ? bodyFrame.x : right,
  };
  const place = { ...bodyFrame, width, x: isLeft ? right : bodyFrame.x };
  return [isLeft ? [lines, pictureBox(picture, image, place)] : [pictureBox(picture, image, place), lines]];
}

/** A picture in the middle of its room, a little larger than it is if there is room. */
function pictureBox({ src, alt }: SlideContent & { t: "picture" }, image: OfficePicture, room: Frame): Box {
  const large = { width: image.width * maxZoom, height: image.height * maxZoom };
  const { width, height } = fitInto(large, room.width, room.height);
  const x = room.x + (room.width - width) / 2;
  return { t: "picture", src, alt, x, y: room.y + Math.min(20, (room.height - height) / 2), width, height };
}

/** One below the other, on as many slides as are needed. */
function flow(pieces: readonly SlideContent[], pictures: Pictures): Box[][] {
  const size = sizeFor(pieces);
  const pages: Box[][] = [];
  let boxes: Box[] = [];
  let y = bodyFrame.y;
  const bottom = bodyFrame.y + bodyFrame.height;
  const room = (): number => bottom - y;
  const next = (): void => {
    if (boxes.length > 0) pages.push(boxes);
    checkCount(pages.length);
    boxes = [];
    y = bodyFrame.y;
  };
  const put = (box: Box): void => {
    boxes.push(box);
    y = box.y + box.height + gap;
  };

  const putLines = (lines: readonly Line[]): void => {
    let left = lines.flatMap((line) => splitLine(line, size));
    while (left.length > 0) {
      const count = linesThatFit(left, size, room());
      const taken = left.slice(0, count);
      // A line alone at the end of a slide belongs to what follows.
      if (boxes.length > 0 && (count === 0 || (count < left.length && room() < bodyFrame.height * 0.2))) {
        next();
        continue;
      }
      const height = Math.min(room(), heightOfLines(taken, size, bodyFrame.width));
      put({ t: "lines", lines: taken, size, ...bodyFrame, y, height });
      left = left.slice(count);
      if (left.length > 0) next();
    }
  };

  const putTable = (piece: SlideContent & { t: "table" }): void => {
    const [head = [], ...body] = piece.rows;
    const table = fitSlideTable([head, ...body], bodyFrame.width, bodyFrame.height / 2);
    const [headRow = [], ...rows] = table.rows;
    const [headHeight = 0, ...heights] = table.heights;
    // Rows of a table on several slides are shared among them.
    const sum = heights.reduce((all, each) => all + each, 0);
    const parts = Math.ceil(sum / (bodyFrame.height - headHeight));
    const share = parts > 1 ? Math.ceil(rows.length / parts) : rows.length;
    for (let at = 0; at === 0 || at < rows.length; ) {
      let [count, used] = [0, headHeight];
      while (count < share && at + count < rows.length && used + (heights[at + count] ?? 0) <= room())
        used += heights[at + count++] ?? 0;
      const isCramped = used > room() || count < Math.min(3, rows.length - at);
      if (isCramped && boxes.length > 0) {
        next();
        continue;
      }
      put({
        t: "table",
        align: piece.align,
        rows: [headRow, ...rows.slice(at, at + count)],
        widths: table.widths,
        heights: [headHeight, ...heights.slice(at, at + count)],
        size: table.size,
        ...bodyFrame,
        y,
        width: table.widths.reduce((sum, each) => sum + each, 0),
        height: used,
      });
      at += count;
      if (count === 0) break;
      if (at < rows.length) next();
    }
  };

  for (const [at, piece] of pieces.entries()) {
    if (piece.t === "cut") next();
    else if (piece.t === "lines") putLines(piece.lines);
    else if (piece.t === "table") putTable(piece);
    else {
      const image = pictures.get(piece.src);
      if (!image) continue;
      const wanted = Math.min(fitInto(image, bodyFrame.width, bodyFrame.height).height, bodyFrame.height * 0.6);
      if (boxes.length > 0 && room() < wanted) next();
      const following = pieces[at + 1];
      const after = following?.t === "lines" ? heightOfLines(following.lines, size, bodyFrame.width) + gap : 0;
      const height = after < room() - wanted ? room() - after : room();
      put(pictureBox(piece, image, { ...bodyFrame, y, height }));
    }
  }
  next();
  return pages;
}

/** The largest letters with which all texts are on one slide; if none do, those that are still read well. */
function sizeFor(pieces: readonly SlideContent[]): number {
  const texts = pieces.flatMap((piece) => (piece.t === "lines" ? [piece.lines] : []));
  const heightAt = (size: number): number =>
    texts.reduce((sum, lines) => sum + heightOfLines(lines, size, bodyFrame.width) + gap, -gap);
  return sizes.find((size) => heightAt(size) <= bodyFrame.height) ?? 18;
}

function linesThatFit(lines: readonly Line[], size: number, height: number): number {
  const padding = paddingOf(lines);
  let [count, used] = [0, padding];
  for (const line of lines) {
    used += heightOf(line, size, bodyFrame.width - padding);
    if (used > height) break;
    count++;
  }
  return count;
}

/** Text up to more line breaks than a slide has lines. */
function firstBreaks(inlines: Line["c"]): Line["c"] {
  let breaks = 0;
  const end = inlines.findIndex(({ t }) => t === "break" && ++breaks > 40);
  return end < 0 ? inlines : inlines.slice(0, end);
}

/** A line that is higher than a slide becomes several. */
function splitLine(line: Line, size: number): Line[] {
  const lines: Line[] = [];
  const isHigh = (each: Line): boolean =>
    lengthUpTo(each.c, maxLetters) > maxLetters || heightOfLines([each], size, bodyFrame.width) > bodyFrame.height;
  let left = line;
  while (isHigh(left) && lengthUpTo(left.c, 1) > 1) {
    const { number: _, list: __, ...rest } = left;
    const { to: ___, ...start } = left;
    let [part] = cutInlines(firstBreaks(left.c), maxLetters);
    while (part.length > 0 && isHigh({ ...start, c: part })) {
      const length = textOf(part).length;
      if (length < 2) break;
      [part] = cutInlines(part, Math.max(1, Math.floor(length * 0.8)));
    }
    const parts = cutAt(left.c, textOf(part).length);
    lines.push({ ...start, c: parts[0] });
    checkCount(lines.length);
    const isItem = left.look === "item";
    left = { ...rest, look: isItem ? "text" : left.look, level: left.level + (isItem ? 1 : 0), c: parts[1] };
  }
  return [...lines, left];
}
