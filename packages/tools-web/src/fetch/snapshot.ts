import type { WebAnswer } from "../client/web-client.ts";
import { createNeutralizer } from "../html/page/neutral-text.ts";
import { type Page, readPage } from "../html/page/read-page.ts";
import { parseMarkup } from "../html/parse-markup.ts";
import { elementsOf, lineOf, resolveUrl } from "../html/tree.ts";
import type { ExtractPdf } from "../options.ts";
import { imageFacts, type RecognizedText, recognize } from "./recognize.ts";

export type Format = "markdown" | "text" | "html" | "links" | "json";

/** One response in one format: the text that offsets count in, and what is known about it. */
export interface Snapshot {
  readonly mediaType: string;
  /** How the text came about; `none` where there is none. */
  readonly extraction: "negotiated-markdown" | "article" | "body" | "raw" | "pdf" | "none";
  readonly text: string;
  readonly title?: string | undefined;
  readonly byline?: string | undefined;
  readonly published?: string | undefined;
  readonly language?: string | undefined;
  readonly links: number;
  /** More came than was read. */
  readonly isCut?: boolean;
  /** A picture that a model can be shown. */
  readonly isImage?: boolean;
  readonly notes: readonly string[];
  /** Where the page itself sends its readers on to. */
  readonly forwardsTo?: string | undefined;
  /** The heading that an anchor of the page leads to. */
  readonly headingAt?: (anchor: string) => string | undefined;
}

/** Characters of HTML, and of the text of a PDF, that are read. */
const maxHtml = 4_000_000;
const maxPdf = 2_000_000;
/** What models' APIs take of a picture: bytes, and pixels of the longer side. */
const maxImage = 3_700_000;
const maxPixels = 8_000;

export interface SnapshotOptions {
  readonly format: Format;
  readonly pdf: ExtractPdf | undefined;
  readonly signal: AbortSignal;
}

/** Read a response. Text that a reader would not see is removed and reported. */
export async function takeSnapshot(answer: WebAnswer, options: SnapshotOptions): Promise<Snapshot> {
  const snapshot = await readAnswer(answer, options);
  const { text, title, byline, published, language, notes } = snapshot;
  const neutral = createNeutralizer();
  const words = neutral.json({ text, title, byline, published, language });
  return { ...snapshot, ...words, notes: [...notes, ...neutral.notes()] };
}

async function readAnswer(answer: WebAnswer, options: SnapshotOptions): Promise<Snapshot> {
  const found = await recognize(answer.body, answer.headers["content-type"]);
  if ("text" in found) {
    const read = found.kind === "html" ? readHtml : readText;
    const snapshot = await read(found, answer.url, options.format);
    return found.note === undefined ? snapshot : { ...snapshot, notes: [...snapshot.notes, found.note] };
  }
  if (found.kind === "pdf") return readPdf(answer, options);
  if (found.kind === "image") return readImage(answer.body, found.mediaType);
  return nothing(found.mediaType, [binaryNote(found.mediaType)]);
}

async function readHtml({ text: html, mediaType }: RecognizedText, url: string, format: Format): Promise<Snapshot> {
  const page = await readPage(html.slice(0, maxHtml), { url });
  const { title, byline, published, language, links } = page;
  const text = textAs(page, format);
  const notes = [
    ...page.notes,
    ...(html.length > maxHtml
      ? [`The page has ${html.length} characters of HTML, of which the first ${maxHtml} were read.`]
      : []),
    ...(page.text.length < 200 && /<script\b/i.test(html)
      ? ["The page has little text. Scripts may add it, and they do not run here."]
      : []),
    ...(format === "json" && page.metadata.problems.length > 0
      ? [`${page.metadata.problems.length} of its JSON-LD scripts could not be read.`]
      : []),
  ];
  return {
    mediaType,
    extraction: page.stage,
    text,
    ...{ title, byline, published, language },
    links: links.length,
    isCut: html.length > maxHtml,
    notes,
    forwardsTo: forwardOf(page, url),
    headingAt: (anchor) => headingAt(html.slice(0, maxHtml), anchor),
  };
}

/** The address of a refresh that is not the page's own. */
function forwardOf({ metadata }: Page, url: string): string | undefined {
  const [, written] =
    /^\s*\d+(?:\.\d*)?\s*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)/i.exec(metadata.meta["http-equiv:refresh"] ?? "") ?? [];
  const to = written && resolveUrl(written.trim(), url);
  return to && /^https?:/.test(to) && to.length <= 2_048 && to.replace(/#.*/, "") !== url ? to : undefined;
}

function textAs(page: Page, format: Format): string {
  if (format === "json") return JSON.stringify(dataOf(page), null, 2);
  if (format === "links") return page.links.map(({ text, url }) => `- ${text ? `${text} ` : ""}${url}\n`).join("");
  return page[format];
}

/** What a page says about itself, and its tables. */
function dataOf({ title, byline, published, language, description, metadata, tables }: Page) {
  const { canonical, site, image, feeds, jsonLd } = metadata;
  const about = { title, byline, published, language, description, canonical, site, image };
  return { ...about, feeds, json_ld: jsonLd, tables };
}

function readText({ kind, mediaType, text }: RecognizedText, url: string, format: Format): Snapshot {
  const isMarkdown = kind === "markdown";
  const links = isMarkdown || format === "links" ? linksIn(text, url) : [];
  const common = { mediaType, extraction: isMarkdown ? ("negotiated-markdown" as const) : ("raw" as const) };
  if (format === "links")
    return { ...common, text: links.map((link) => `- ${link}\n`).join(""), links: links.length, notes: [] };
  const title = isMarkdown
    ? /^(?:---\n[\s\S]{0,5000}?\n---\n)?\s*#[ \t]+(.{1,300})/.exec(text)?.[1]?.trim()
    : undefined;
  const indented = format === "json" ? indentJson(text) : undefined;
  const notes =
    format === "json" && indented === undefined ? ["This is not valid JSON; it is returned unchanged."] : [];
  return { ...common, text: indented ?? text, title, links: links.length, notes };
}

/** Addresses of a text that is not HTML, absolute, each once. */
function linksIn(text: string, url: string): string[] {
  const written = text.matchAll(
    /\]\(\s*<?([^\s<>()]+(?:\([^\s()]*\)[^\s<>()]*)*)|<?(https?:\/\/[^\s<>()"'`\]]+[^\s<>()"'`\].,;:!?])/g,
  );
  const found = [...written].map(([, target, bare]) => resolveUrl(target ?? bare ?? "", url));
  return [...new Set(found.filter((link) => /^https?:/.test(link)))];
}

async function readPdf({ body, truncated }: WebAnswer, { pdf, signal }: SnapshotOptions): Promise<Snapshot> {
  const mediaType = "application/pdf";
  if (!pdf) return nothing(mediaType, ["PDFs cannot be read here. Look for the same document as a web page."]);
  if (truncated) return nothing(mediaType, ["The PDF is too large to read."]);
  const { pages, texts } = await pdf(body, { maxChars: maxPdf, signal });
  const text = texts.map((page, index) => `[page ${index + 1}]\n${page.trim()}\n`).join("\n");
  const notes = [
    ...(texts.length < pages ? [`The PDF has ${pages} pages, of which the first ${texts.length} were read.`] : []),
    ...(texts.every((page) => page.trim() === "") ? ["The PDF has no text. It may be scanned."] : []),
  ];
  return { mediaType, extraction: "pdf", text, links: 0, isCut: texts.length < pages, notes };
}

function readImage(bytes: Uint8Array, mediaType: string): Snapshot {
  const { width = 0, height = 0 } = imageFacts(bytes) ?? {};
  const isShown = bytes.length <= maxImage && Math.max(width, height) <= maxPixels;
  const size = `A picture of ${width} × ${height} pixels and ${bytes.length} bytes`;
  return { ...nothing(mediaType, [isShown ? `${size}.` : `${size}: too large to show.`]), isImage: isShown };
}

const binaryNote = (mediaType: string) => `The content is ${mediaType}, not text, so it is not shown.`;

const nothing = (mediaType: string, notes: readonly string[]): Snapshot => ({
  mediaType,
  extraction: "none",
  text: "",
  links: 0,
  notes,
});

/** Lay JSON out over lines. Nothing in it is read as a value, so that long numbers and repeated keys stay. Nothing for what is not JSON. */
export function indentJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const parts: string[] = [];
  let depth = 0;
  const line = () => `\n${"  ".repeat(Math.min(depth, 50))}`;
  tokens.forEach((token, index) => {
    const isEmpty = /^[\]}]$/.test(tokens[index + 1] ?? "");
    if (token === "{" || token === "[") {
      depth++;
      parts.push(token, isEmpty ? "" : line());
    } else if (token === "}" || token === "]") {
      depth--;
      parts.push(/^[[{]$/.test(tokens[index - 1] ?? "") ? "" : line(), token);
    } else if (token === ",") parts.push(token, line());
    else parts.push(token === ":" ? ": " : token);
  });
  return parts.join("");
}

/** A heading of a text, and the text below it. */
export interface Section {
  readonly heading: string;
  readonly level: number;
  readonly offset: number;
  /** Where the next heading of the same or a higher level starts, or the text ends. */
  readonly end: number;
}

/** The sections of a Markdown text; lines in code are not headings. */
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
function headingAt(html: string, anchor: string): string | undefined {
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

/** Headings as users compare them: without case, and without the marks that lead to their anchors. */
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
