import { parseMarkup } from "../html/parse-markup.ts";
import { elementsOf, lineOf } from "../html/tree.ts";

/** A heading of a text, and the part of the text that stands below it. */
export interface Section {
  readonly heading: string;
  readonly level: number;
  readonly offset: number;
  /** Where the next heading of the same or a higher level starts, or the text ends. */
  readonly end: number;
}

/** The sections of a Markdown text; lines in code are no headings. */
export function outlineOf(markdown: string): readonly Section[] {
  const outline: { heading: string; level: number; offset: number; end: number }[] = [];
  const open: (typeof outline)[number][] = [];
  let fence: string | undefined;
  let offset = 0;
  for (const line of markdown.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const [, marks, text = ""] = /^ {0,3}(#{1,6})[ \t]+(.{0,500})/.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark) fence = mark;
    else if (marks) {
      const level = marks.length;
      while ((open.at(-1)?.level ?? 0) >= level) open.pop()!.end = offset;
      const section = { heading: bareText(text), level, offset, end: markdown.length };
      outline.push(section);
      open.push(section);
    }
    offset += line.length + 1;
  }
  return outline;
}

/** The section that a heading, its anchor, its beginning or a part of it names: the closest reading wins. */
export function findSection(outline: readonly Section[], wanted: string): Section | undefined {
  const folded = fold(wanted.replace(/^#+\s*/, ""));
  const anchor = slug(wanted);
  const readings = [
    (heading: string) => fold(heading) === folded,
    (heading: string) => anchor !== "" && slug(heading) === anchor,
    (heading: string) => fold(heading).startsWith(folded),
    (heading: string) => fold(heading).includes(folded),
  ];
  if (folded === "") return undefined;
  for (const reads of readings) {
    const found = outline.find(({ heading }) => reads(heading));
    if (found) return found;
  }
  return undefined;
}

/** The first heading at an anchor of a page, or after it. */
export function headingAt(html: string, anchor: string): string | undefined {
  let isReached = false;
  for (const found of elementsOf(parseMarkup(html))) {
    const { id, name } = found.attributes;
    isReached ||= id === anchor || (found.tag === "a" && name === anchor);
    if (isReached && /^h[1-6]$/.test(found.tag)) return lineOf(found);
  }
  return undefined;
}

/** A line of Markdown as a reader sees it. */
function bareText(line: string): string {
  return line
    .replace(/\s+#+\s*$/, "")
    .replace(/!?\[((?:[^[\]\\]|\\.)*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "$1")
    .replace(/\\([!-/:-@[-`{-~])|[*`]/g, "$1")
    .trim();
}

/** Headings as people compare them: without case, and without the marks that lead to their anchors. */
const fold = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[¶§#🔗\p{Cf}]/gu, "")
    .replace(/[\s_*`]+/g, " ")
    .trim();

const slug = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/[\s_-]+/g, "-");
