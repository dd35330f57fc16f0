import { type ToolContext, ToolError } from "@holdall/tool-core";
import { imagesOf, inlinesOf, titleOf, withoutMarkdown } from "../document/inlines.ts";
import { markupNotes } from "../document/markup-notes.ts";
import { type Block, plain, plainText } from "../document/node.ts";
import { languageOf, paperOf } from "../document/page-options.ts";
import type { Pictures } from "../images/load-images.ts";
import { officePictures } from "../images/office-pictures.ts";
import type { DocsToolsOptions } from "../options.ts";
import { makeDocx } from "./docx/make-docx.ts";
import { makePptx } from "./pptx/make-pptx.ts";
import { unwritableNote } from "./xml.ts";

const maxCharacters = 5_000_000;

export type OfficeFormat = "docx" | "pptx";

const names: Readonly<Record<string, OfficeFormat>> = {
  docx: "docx",
  word: "docx",
  document: "docx",
  pptx: "pptx",
  powerpoint: "pptx",
  presentation: "pptx",
  slides: "pptx",
};

interface FormatRequest {
  readonly output_path: string;
  readonly format?: string | undefined;
}

/** The format by its name, or by the ending of the file. Throws `invalid_input` where the two differ, and `unsupported` for others. */
export function formatOf({ output_path, format }: FormatRequest): OfficeFormat {
  const ending = /\.([a-z0-9]+)$/i.exec(output_path)?.[1]?.toLowerCase();
  const named = format === undefined ? undefined : names[format.toLowerCase().replace(/^\./, "")];
  const byEnding = ending === "docx" || ending === "pptx" ? ending : undefined;
  if (named && ending && named !== byEnding)
    throw new ToolError("invalid_input", `${output_path.slice(-200)} is not the name of a ${named} file.`, {
      hint: `Let output_path end with .${named}.`,
    });
  const found = named ?? (format === undefined ? byEnding : undefined);
  if (found) return found;
  throw new ToolError(
    "unsupported",
    `${(format ?? (ending ? `.${ending}` : output_path)).slice(0, 60)} is not written here.`,
    {
      hint: "Let output_path end with .docx or .pptx. For .pdf use generate_pdf, for .md generate_markdown, for .xlsx convert_format.",
    },
  );
}

interface OfficeRequest {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly lang?: string | undefined;
  readonly paper?: string | undefined;
  readonly toc?: boolean | undefined;
}

interface MadeOffice {
  readonly bytes: Uint8Array;
  readonly slides?: number;
  readonly images: readonly { readonly src: string; readonly why?: string | undefined }[];
  readonly notes: readonly string[];
}

/** Make an office file. The same document has the same bytes; an SVG in it is drawn with the fonts of this machine. */
export async function makeOffice(
  format: OfficeFormat,
  blocks: readonly Block[],
  request: OfficeRequest,
  options: DocsToolsOptions & { readonly pictures?: Pictures | undefined },
  ctx: ToolContext,
): Promise<MadeOffice> {
  const document = titled(withoutMarkdown(blocks), request.title);
  if (JSON.stringify(document).length > maxCharacters * 2)
    throw new ToolError("too_large", `The document has more than ${maxCharacters} characters.`, {
      hint: "Make several documents.",
    });
  const lang = languageOf(request.lang);
  const paper = paperOf(request.paper);
  const { pictures, images } = await officePictures(imagesOf(inlinesOf(document)), options, ctx);
  const unwritable = unwritableNote([document, request.title, request.author]);
  const notes = [
    ...markupNotes(blocks),
    ...(unwritable ? [unwritable] : []),
    ...images.flatMap(({ src, why }) => (why === undefined ? [] : [`Picture ${src.slice(0, 200)} is missing: ${why}`])),
  ];
  const shared = {
    title: request.title ?? titleOf(document) ?? "Document",
    author: request.author,
    lang,
    toc: request.toc ?? false,
    pictures,
  };
  if (format === "docx") return { bytes: makeDocx(document, { ...shared, paper }), images, notes };
  if (request.paper !== undefined) notes.push("paper is for .docx: slides are 13.33 by 7.5 inches.");
  const made = makePptx(document, shared);
  const described = imagesInLines(document).filter((src) => pictures.has(src));
  const inLines =
    described.length > 0
      ? [`Pictures in tables and headings are words on slides: ${described.slice(0, 5).join(", ")}`]
      : [];
  return { ...made, images, notes: [...notes, ...made.notes, ...inLines] };
}

/** Pictures where a slide has only text. */
const imagesInLines = (document: readonly Block[]): string[] =>
  document.flatMap((block) => {
    if (block.t === "heading" || block.t === "table") return imagesOf(inlinesOf([block]));
    if (block.t === "quote") return imagesInLines(block.c);
    return block.t === "list" ? block.items.flatMap(({ c }) => imagesInLines(c)) : [];
  });

/** A title is the first heading, once. */
function titled(document: readonly Block[], title: string | undefined): readonly Block[] {
  if (title === undefined) return document;
  const isTitle = (block: Block | undefined): boolean =>
    block?.t === "heading" && block.level === 1 && plainText(block.c).trim() === title.trim();
  const rest = isTitle(document[0]) && isTitle(document[1]) ? document.slice(1) : document;
  const hasTitle = rest[0]?.t === "heading" && rest[0].level === 1;
  return hasTitle ? rest : [{ t: "heading", level: 1, c: plain(title.replace(/\s+/g, " ").trim()) }, ...rest];
}
