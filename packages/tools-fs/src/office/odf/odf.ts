import { brokenDocument, refusedDocument } from "../container/document-error.ts";
import type { Parts } from "../container/parts.ts";
import { attribute, below, child, elements, type XmlElement } from "../container/xml.ts";
import type { DocumentPart, DocumentUnit } from "../document.ts";
import { hasText, joinPieces, markup, type TextPiece } from "../pieces.ts";
import { blocksOf, joinBlocks, type OdfBlock, type OdfContext, readContext } from "./odf-text.ts";
import { sheetPieces } from "./ods.ts";

interface Odf {
  readonly unit: DocumentUnit;
  readonly parts: readonly DocumentPart[];
}

/** The pages, slides or sheets of an OpenDocument file. */
export async function readOdf(parts: Parts): Promise<Odf> {
  const manifest = await parts.xml("META-INF/manifest.xml");
  if (manifest && [...below(manifest, "encryption-data", "encrypted-key")].length > 0)
    throw refusedDocument(
      "The document is encrypted: it opens only with a password.",
      "Ask for a copy without a password.",
    );
  const root = await parts.xml("content.xml");
  const body = root && [...below(root, "body")][0];
  const content = body && [...elements(body)][0];
  if (!root || !content) throw brokenDocument("its content is missing");
  const ctx = readContext(root, await parts.xml("styles.xml"));
  if (content.tag === "spreadsheet") {
    const sheets = [...elements(content)].filter(({ tag }) => tag === "table");
    return {
      unit: "sheet",
      parts: sheets.map((sheet) => ({
        name: attribute(sheet, "name") ?? "",
        pieces: async () => sheetPieces(sheet, ctx),
      })),
    };
  }
  if (content.tag === "presentation" || content.tag === "drawing") {
    const slides = [...elements(content)].filter(({ tag }) => tag === "page");
    return {
      unit: content.tag === "drawing" ? "page" : "slide",
      parts: slides.map((slide) => ({ name: "", pieces: async () => slidePieces(slide, ctx) })),
    };
  }
  const pages = textPages(content, ctx);
  return { unit: "page", parts: pages.map((blocks) => ({ name: "", pieces: async () => joinBlocks(blocks) })) };
}

function textPages(content: XmlElement, ctx: OdfContext): OdfBlock[][] {
  const pages: OdfBlock[][] = [[]];
  let isBroken = false;
  const at: OdfContext = { ...ctx, onPageBreak: () => (isBroken = true), notes: [] };
  for (const element of elements(content)) {
    isBroken = false;
    const blocks = blocksOf(element, at);
    if (ctx.startsPage(element) && pages.at(-1)!.length > 0) pages.push([]);
    pages.at(-1)!.push(...blocks);
    if (isBroken) pages.push([]);
  }
  const filled = pages.filter((page) => page.some(({ pieces }) => hasText(pieces)));
  if (filled.length === 0) filled.push([]);
  filled.at(-1)!.push(...at.notes.map((pieces): OdfBlock => ({ pieces, isItem: true })));
  return filled;
}

function slidePieces(slide: XmlElement, ctx: OdfContext): TextPiece[] {
  const at: OdfContext = { ...ctx, notes: [] };
  const shapes = [...elements(slide)].filter(({ tag }) => tag !== "notes");
  const isTitle = (shape: XmlElement) => attribute(shape, "class") === "title";
  const ordered = [...shapes.filter(isTitle), ...shapes.filter((shape) => !isTitle(shape))];
  const blocks = ordered.flatMap((shape) => {
    const own = blocksOf(shape, at);
    return isTitle(shape) && own.length > 0 ? [{ pieces: [markup("# "), ...joinBlocks(own, "\n")] }] : own;
  });
  const notes = child(slide, "notes");
  const texts = notes
    ? [...below(notes, "text-box")].map((box) =>
        joinBlocks(
          [...elements(box)].flatMap((each) => blocksOf(each, at)),
          "\n",
        ),
      )
    : [];
  const spoken = texts.filter(hasText).map((text): OdfBlock => ({ pieces: [markup("Notes: "), ...text] }));
  const footnotes = at.notes.map((pieces): OdfBlock => ({ pieces, isItem: true }));
  return joinPieces([joinBlocks([...blocks, ...spoken, ...footnotes])], "");
}
