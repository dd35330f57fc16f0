import { createNeutralizer } from "../html/neutral-text.ts";
import { type Page, readPage } from "../html/read-page.ts";
import { resolveUrl } from "../html/tree.ts";
import type { ExtractPdf } from "../options.ts";
import type { WebAnswer } from "../web-client.ts";
import { headingAt } from "./page-parts.ts";
import { imageFacts, type RecognisedText, recognise } from "./recognize.ts";

export type Format = "markdown" | "text" | "html" | "links" | "json";

/** One answer in one format: the text that offsets count in, and what is known about it. */
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
const mostHtml = 4_000_000;
const mostPdf = 2_000_000;
/** What models' APIs take of a picture: bytes, and pixels of the longer side. */
const mostImage = 3_700_000;
const mostPixels = 8_000;

export interface SnapshotOptions {
  readonly format: Format;
  readonly pdf: ExtractPdf | undefined;
  readonly signal: AbortSignal;
}

/** Read an answer. What is not seen of its words is taken out and told. */
export async function takeSnapshot(answer: WebAnswer, options: SnapshotOptions): Promise<Snapshot> {
  const snapshot = await readAnswer(answer, options);
  const { text, title, byline, published, language, notes } = snapshot;
  const neutral = createNeutralizer();
  const words = neutral.json({ text, title, byline, published, language });
  return { ...snapshot, ...words, notes: [...notes, ...neutral.notes()] };
}

async function readAnswer(answer: WebAnswer, options: SnapshotOptions): Promise<Snapshot> {
  const found = recognise(answer.body, answer.headers["content-type"]);
  if ("text" in found) {
    const read = found.kind === "html" ? readHtml : readText;
    return read(found, answer.url, options.format);
  }
  if (found.kind === "pdf") return readPdf(answer, options);
  if (found.kind === "image") return readImage(answer.body, found.mediaType);
  return nothing(found.mediaType, [binaryNote(found.mediaType)]);
}

async function readHtml({ text: html, mediaType }: RecognisedText, url: string, format: Format): Promise<Snapshot> {
  const page = await readPage(html.slice(0, mostHtml), { url });
  const { title, byline, published, language, links } = page;
  const text = textAs(page, format);
  const notes = [
    ...page.notes,
    ...(html.length > mostHtml
      ? [`The page has ${html.length} characters of HTML, of which the first ${mostHtml} were read.`]
      : []),
    ...(page.text.length < 200 && /<script\b/i.test(html)
      ? ["The page holds little text: scripts may draw it, and they do not run here."]
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
    isCut: html.length > mostHtml,
    notes,
    forwardsTo: forwardOf(page, url),
    headingAt: (anchor) => headingAt(html.slice(0, mostHtml), anchor),
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

function readText({ kind, mediaType, text }: RecognisedText, url: string, format: Format): Snapshot {
  const isMarkdown = kind === "markdown";
  const links = isMarkdown || format === "links" ? linksIn(text, url) : [];
  const common = { mediaType, extraction: isMarkdown ? ("negotiated-markdown" as const) : ("raw" as const) };
  if (format === "links")
    return { ...common, text: links.map((link) => `- ${link}\n`).join(""), links: links.length, notes: [] };
  const title = isMarkdown
    ? /^(?:---\n[\s\S]{0,5000}?\n---\n)?\s*#[ \t]+(.{1,300})/.exec(text)?.[1]?.trim()
    : undefined;
  const indented = format === "json" ? indentJson(text) : undefined;
  const notes = format === "json" && indented === undefined ? ["This is not JSON; it is given as it came."] : [];
  return { ...common, text: indented ?? text, title, links: links.length, notes };
}

/** Addresses of a text that is no HTML, absolute, each once. */
function linksIn(text: string, url: string): string[] {
  const written = text.matchAll(
    /\]\(\s*<?([^\s<>()]+(?:\([^\s()]*\)[^\s<>()]*)*)|<?(https?:\/\/[^\s<>()"'`\]]+[^\s<>()"'`\].,;:!?])/g,
  );
  const found = [...written].map(([, target, bare]) => resolveUrl(target ?? bare ?? "", url));
  return [...new Set(found.filter((link) => /^https?:/.test(link)))];
}

async function readPdf({ body, truncated }: WebAnswer, { pdf, signal }: SnapshotOptions): Promise<Snapshot> {
  const mediaType = "application/pdf";
  if (!pdf) return nothing(mediaType, ["Nothing here reads PDFs: look for the same document as a page."]);
  if (truncated) return nothing(mediaType, ["The PDF is too large to be read."]);
  const { pages, texts } = await pdf(body, { maxChars: mostPdf, signal });
  const text = texts.map((page, index) => `[page ${index + 1}]\n${page.trim()}\n`).join("\n");
  const notes = [
    ...(texts.length < pages ? [`The PDF has ${pages} pages, of which the first ${texts.length} were read.`] : []),
    ...(texts.every((page) => page.trim() === "") ? ["The PDF holds no text: it may be scanned."] : []),
  ];
  return { mediaType, extraction: "pdf", text, links: 0, isCut: texts.length < pages, notes };
}

function readImage(bytes: Uint8Array, mediaType: string): Snapshot {
  const { width = 0, height = 0 } = imageFacts(bytes) ?? {};
  const isShown = bytes.length <= mostImage && Math.max(width, height) <= mostPixels;
  const size = `A picture of ${width} × ${height} pixels and ${bytes.length} bytes`;
  return { ...nothing(mediaType, [isShown ? `${size}.` : `${size}: too large to be shown.`]), isImage: isShown };
}

const binaryNote = (mediaType: string) => `This is no text but ${mediaType}, so nothing of it is shown.`;

const nothing = (mediaType: string, notes: readonly string[]): Snapshot => ({
  mediaType,
  extraction: "none",
  text: "",
  links: 0,
  notes,
});

/** Lay JSON out over lines. Nothing in it is read as a value, so that long numbers and repeated keys stay. Nothing for what is no JSON. */
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
