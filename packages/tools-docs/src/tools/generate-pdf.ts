import type { Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { asBlocks, sectionBlocks } from "../document/foreign-blocks.ts";
import type { DocsToolsOptions } from "../options.ts";
import { imageResults, sourceAccess, sourceParams } from "./document-source.ts";
import { ownPath } from "./own-path.ts";

const loadPdf = lazy(() => import("../pdf/index.ts"));

const input = z.object({
  path: z.string().optional(),
  markdown: z.string().optional(),
  blocks: z.array(z.looseObject({})).optional(),
  output_path: z.string(),
  title: z.string().optional(),
  lang: z.string().optional(),
  paper: z.string().optional(),
  toc: z.boolean().optional().describe("Table of contents"),
  missing_glyphs: z.string().optional(),
  overwrite: z.boolean().optional(),
});
export type GeneratePdfInput = z.infer<typeof input>;

const output = z.object({
  path: z.string(),
  version: z.string(),
  pages: z.number(),
  bytes: z.number(),
  pdf_ua: z.boolean(),
  tagged: z.literal(true),
  fonts: z.array(z.string()),
  images: z.array(z.object({ src: z.string(), ok: z.boolean(), why: z.string().optional() })),
  notes: z.array(z.string()),
});
export type GeneratePdfOutput = z.infer<typeof output>;

/** Make a tagged PDF with an outline out of Markdown or blocks; PDF/UA-1 where the document allows it. */
export function generatePdf(options: DocsToolsOptions): Tool<GeneratePdfInput, GeneratePdfOutput, "generate_pdf"> {
  return defineFileTool(options, {
    name: "generate_pdf",
    category: "documents",
    description: "Make a PDF of Markdown or {generate_markdown} blocks. A block chart is that of {generate_diagram}.",
    examples: ["turn this markdown into a pdf", "make a pdf report", "export as pdf"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    aliases: {
      calls: { generate_pdf: ownPath, markdown_to_pdf: ownPath, create_pdf: ownPath },
      names: ["md_to_pdf", "markdown_to_pdf", "create_pdf", "write_pdf"],
      params: {
        ...sourceParams,
      },
      foreign: { blocks: asBlocks, sections: sectionBlocks },
    },
    access: (call, at) => sourceAccess(call, at),
    async execute(call, ctx, options) {
      const { cwd, signal } = ctx;
      const { backend } = options;
      const { deliver, makePdf, readDocument } = await loadPdf();
      const { document, pictures, notes } = await readDocument(call, options, ctx);
      const made = await makePdf(document, call, { ...options, pictures }, ctx);
      const written = await deliver(call.output_path, made.bytes, { backend, cwd, signal, overwrite: call.overwrite });
      return {
        ...written,
        pages: made.pages,
        bytes: made.bytes.length,
        pdf_ua: made.pdfUa,
        tagged: true as const,
        fonts: [...made.fonts],
        images: imageResults(made.images),
        notes: [...notes, ...made.notes],
      };
    },
    render: ({ path, pages, bytes, pdf_ua, notes }) =>
      [
        `Wrote ${path}: ${pages} ${pages === 1 ? "page" : "pages"}, ${bytes} bytes, tagged${pdf_ua ? ", PDF/UA-1" : ""}.`,
        ...notes,
      ].join("\n"),
  });
}
