import { type ToolContext, ToolError } from "@holdall/tool-core";
import { imagesOf, inlinesOf, titleOf, withoutMarkdown } from "../document/inlines.ts";
import { markupNotes } from "../document/markup-notes.ts";
import type { Block } from "../document/node.ts";
import { languageOf, paperOf } from "../document/page-options.ts";
import { workersOf } from "../engine/worker.ts";
import { type LoadedImage, loadImages, type Pictures } from "../images/load-images.ts";
import type { DocsToolsOptions } from "../options.ts";
import { defaultPdfEngine } from "./engine/pdf-engine.ts";
import type { PdfJob, PdfReply } from "./engine/pdf-job.ts";
import { prepare } from "./prepare.ts";
import { glyphTest, template } from "./template.ts";
import { fontFamily } from "./text/font-family.ts";
import { glyphTests, missingGlyphs, nameGlyph, writeNumbers } from "./text/glyphs.ts";

const maxPages = 2000;
const maxCharacters = 5_000_000;
const seconds = 60;

const workerOf = workersOf<PdfJob, PdfReply>();

/** The font of code, where it is there. */
const mono = "DejaVu Sans Mono";

interface PdfRequest {
  readonly title?: string | undefined;
  readonly lang?: string | undefined;
  readonly paper?: string | undefined;
  readonly toc?: boolean | undefined;
  readonly missing_glyphs?: string | undefined;
}

export interface MadePdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly fonts: readonly string[];
  readonly images: readonly LoadedImage[];
  readonly pdfUa: boolean;
  readonly notes: readonly string[];
}

/** Make a tagged PDF. The same document has the same bytes, unless fonts of the machine are used. */
export async function makePdf(
  blocks: readonly Block[],
  request: PdfRequest,
  options: DocsToolsOptions & { readonly pictures?: Pictures | undefined },
  ctx: ToolContext,
): Promise<MadePdf> {
  const writesNumbers = readMissing(request.missing_glyphs) === "code";
  const engine = options.engines?.pdf ?? defaultPdfEngine();
  const worker = workerOf(engine);
  const fonts = (await options.fonts?.()) ?? [];
  const families = [...new Set([...fonts.map(familyOf), ...engine.families])];
  if (families.length === 0) throw noFonts();
  // The compiler loads while the document is read.
  worker.start();
  const document = withoutMarkdown(blocks);
  const inlines = inlinesOf(document);
  const title = request.title ?? titleOf(document) ?? "Document";
  const images = await loadImages(imagesOf(inlines), options, ctx);
  const paper = paperOf(request.paper);
  const room = { upright: paper.width - 2 * margin, turned: paper.height - 2 * margin };
  const shared = {
    lang: languageOf(request.lang),
    fallback: options.hostFonts === true,
    fonts: { text: families, mono: [...new Set([mono, ...families])] },
  };
  const job = (clean: (text: string) => string, part = 1): PdfJob => {
    const tests = glyphTests(document, title);
    return {
      template,
      glyphTest,
      doc: checkSize(
        toJson({
          ...shared,
          title: clean(title),
          paper: paper.name,
          toc: request.toc ?? false,
          blocks: prepare(document, { images, clean, pageWord: "page", room: partOf(room, part) }),
        }),
      ),
      ...(tests && { tests: toJson({ ...shared, tests }) }),
      images: images.flatMap(({ file, bytes }) => (file && bytes ? [{ file, bytes }] : [])),
      fonts,
    };
  };
  const run = (made: PdfJob) => worker.run(made, { signal: ctx.signal, seconds });

  const notes: string[] = markupNotes(blocks);
  let clean = (text: string): string => text;
  let reply = await run(job(clean));
  if (reply.kind === "missing") {
    if (!writesNumbers) throw missingGlyphs(reply.missing);
    notes.push(`No font here has ${reply.missing.slice(0, 20).map(nameGlyph).join(", ")}: written as numbers.`);
    clean = writeNumbers(reply.missing);
    reply = await run({ ...job(clean), tests: undefined });
  }
  // Letters are wider than estimated: then all lines are taken for shorter than they are.
  if (isLossy(reply)) reply = await run({ ...job(clean, 0.7), tests: undefined });
  if (isLossy(reply)) throw noRoom(reply.lost ?? []);
  if (reply.kind !== "made")
    throw new ToolError(
      "unsupported",
      `The document cannot be set: ${reply.kind === "failed" ? reply.messages.join("; ") : "glyphs are missing"}.`,
      {
        hint: "Remove the part that it names.",
      },
    );
  if (reply.pages > maxPages)
    throw new ToolError("too_large", `The document has ${reply.pages} pages; the limit is ${maxPages}.`, {
      hint: "Make several documents.",
    });
  for (const problem of reply.problems) notes.push(`Not PDF/UA-1: ${problem}.`);
  for (const { src, why } of images) if (why) notes.push(`Picture ${src.slice(0, 200)} is missing: ${why}`);
  return {
    bytes: reply.bytes,
    pages: reply.pages,
    fonts: shared.fonts.text,
    images,
    pdfUa: reply.problems.length === 0,
    notes,
  };
}

const isLossy = (reply: PdfReply): reply is PdfReply & { kind: "made" } =>
  reply.kind === "made" && (reply.lost?.length ?? 0) > 0;

const partOf = ({ upright, turned }: { readonly upright: number; readonly turned: number }, part: number) => ({
  upright: upright * part,
  turned: turned * part,
});

const noRoom = (lost: readonly string[]): ToolError =>
  new ToolError("too_large", `Text has no room on its page: ${lost.map((text) => JSON.stringify(text)).join(", ")}.`, {
    hint: "Nothing was written. Make these parts shorter or less nested, give tables fewer columns, or set paper to a3.",
    data: { lost },
  });

function readMissing(choice = "error"): "error" | "code" {
  if (choice === "error" || choice === "code") return choice;
  throw new ToolError("invalid_input", `missing_glyphs cannot be ${JSON.stringify(choice.slice(0, 20))}.`, {
    hint: 'Use "error" to refuse characters that no font has, or "code" to write their numbers.',
  });
}

const noFonts = (): ToolError =>
  new ToolError("unavailable", "PDFs need fonts here: a browser does not provide any.", {
    hint: "Tell the user: give docsTools the bytes of TrueType or OpenType fonts with its option fonts.",
  });

function familyOf(bytes: Uint8Array): string {
  const family = fontFamily(bytes);
  if (family !== undefined) return family;
  throw new ToolError("wrong_kind", "A font of the configuration is not TrueType or OpenType.", {
    hint: "Tell the user: WOFF files must be unpacked, collections split.",
  });
}

/** Halves of characters, which no JSON reader takes, become U+FFFD. */
const toJson = (value: object): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? each.toWellFormed() : each));

/** 2.2 cm left and right of the text, and a point for what is rounded. */
const margin = 63.4;

function checkSize(doc: string): string {
  if (doc.length <= maxCharacters * 2) return doc;
  throw new ToolError("too_large", `The document has more than ${maxCharacters} characters.`, {
    hint: "Make several documents.",
  });
}
