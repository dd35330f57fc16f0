import type { ForeignCall, Tool } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { asBlocks, sectionBlocks, slideBlocks } from "../document/foreign-blocks.ts";
import type { DocsToolsOptions } from "../options.ts";
import { imageResults, sourceAccess, sourceParams } from "./document-source.ts";
import { ownPath } from "./own-path.ts";

const loadOffice = lazy(() => import("../office/index.ts"));

const input = z.object({
  path: z.string().optional(),
  markdown: z.string().optional(),
  blocks: z.array(z.looseObject({})).optional(),
  output_path: z.string().describe(".docx or .pptx"),
  format: z.string().optional(),
  title: z.string().optional(),
  author: z.string().optional(),
  lang: z.string().optional(),
  paper: z.string().optional(),
  toc: z.boolean().optional().describe("Table of contents"),
  overwrite: z.boolean().optional(),
});
export type GenerateDocumentInput = z.infer<typeof input>;

const output = z.object({
  path: z.string(),
  version: z.string(),
  format: z.enum(["docx", "pptx"]),
  bytes: z.number(),
  slides: z.number().optional(),
  images: z.array(z.object({ src: z.string(), ok: z.boolean(), why: z.string().optional() })),
  notes: z.array(z.string()),
});
export type GenerateDocumentOutput = z.infer<typeof output>;

/** Write a Word document or a presentation out of Markdown or blocks, with styles, tables, pictures and links of their programs. */
export function generateDocument(
  options: DocsToolsOptions,
): Tool<GenerateDocumentInput, GenerateDocumentOutput, "generate_document"> {
  return defineFileTool(options, {
    name: "generate_document",
    category: "documents",
    description:
      "Make a Word document or PowerPoint slides of Markdown or {generate_markdown} blocks. A heading begins a slide; a notes block is for the speaker; a chart is that of {generate_diagram}.",
    examples: ["write a word document", "make slides of this", "create a powerpoint presentation"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    aliases: {
      calls: Object.fromEntries(
        ["generate_document", "create_document", "create_presentation", "create_docx", "create_pptx"].map(
          (name): [string, ForeignCall] => [name, ownPath],
        ),
      ),
      names: [
        ...[
          "create_document",
          "create_docx",
          "write_docx",
          "generate_docx",
          "create_word_document",
          "markdown_to_docx",
        ],
        ...["create_presentation", "create_pptx", "generate_pptx", "generate_slides", "create_slides"],
      ],
      params: {
        ...sourceParams,
        type: "format",
        output_format: "format",
        table_of_contents: "toc",
        creator: "author",
      },
      foreign: { blocks: asBlocks, sections: sectionBlocks, slides: slideBlocks },
    },
    access: (call, at) => sourceAccess(call, at),
    async execute(call, ctx, options) {
      const { cwd, signal } = ctx;
      const { backend } = options;
      const { deliver, formatOf, makeOffice, readDocument } = await loadOffice();
      const format = formatOf(call);
      const { document, pictures, notes } = await readDocument(call, options, ctx, format === "pptx");
      const made = await makeOffice(format, document, call, { ...options, pictures }, ctx);
      const written = await deliver(call.output_path, made.bytes, { backend, cwd, signal, overwrite: call.overwrite });
      return {
        ...written,
        format,
        bytes: made.bytes.length,
        ...(made.slides !== undefined && { slides: made.slides }),
        images: imageResults(made.images),
        notes: [...notes, ...made.notes],
      };
    },
    render: ({ path, slides, bytes, notes }) =>
      [
        `Wrote ${path}: ${slides === undefined ? "" : `${slides} ${slides === 1 ? "slide" : "slides"}, `}${bytes} bytes.`,
        ...notes,
      ].join("\n"),
  });
}
