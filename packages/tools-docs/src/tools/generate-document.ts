import { type ForeignCall, type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { asBlocks, sectionBlocks, slideBlocks } from "../document/foreign-blocks.ts";
import type { DocsToolsOptions } from "../options.ts";
import { documentAccess } from "./generate-markdown.ts";
import { ownPath } from "./own-path.ts";

const loadOffice = lazy(() => import("../office/index.ts"));
const loadCharts = lazy(() => import("../chart/index.ts"));

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
        file_path: "path",
        input_path: "path",
        text: "markdown",
        content: "markdown",
        output: "output_path",
        output_file: "output_path",
        type: "format",
        output_format: "format",
        language: "lang",
        paper_size: "paper",
        table_of_contents: "toc",
        creator: "author",
        force: "overwrite",
      },
      foreign: { blocks: asBlocks, sections: sectionBlocks, slides: slideBlocks },
    },
    access: async (call, { cwd }) => [
      ...(call.path === undefined ? [] : [{ action: "read" as const, target: toPath(call.path, cwd) }]),
      ...(await documentAccess(call, cwd)),
    ],
    async execute(call, ctx, options) {
      const { cwd, signal } = ctx;
      const { backend, readTable } = options;
      const { deliver, formatOf, makeOffice, readBlocks, toDocument } = await loadOffice();
      const format = formatOf(call);
      const blocks = await readBlocks(call, backend, ctx);
      const charts = blocks.some(({ chart }) => chart) ? (await loadCharts()).chartPictures(options, ctx) : undefined;
      const { document, notes } = await toDocument(blocks, {
        backend,
        cwd,
        signal,
        readTable,
        drawChart: charts?.draw,
        hasSpeaker: format === "pptx",
      });
      const made = await makeOffice(format, document, call, { ...options, pictures: charts?.pictures }, ctx);
      const written = await deliver(call.output_path, made.bytes, { backend, cwd, signal, overwrite: call.overwrite });
      return {
        ...written,
        format,
        bytes: made.bytes.length,
        ...(made.slides !== undefined && { slides: made.slides }),
        images: made.images.map(({ src, why }) => ({ src, ok: why === undefined, ...(why !== undefined && { why }) })),
        notes: [...notes, ...(charts?.notes ?? []), ...made.notes],
      };
    },
    render: ({ path, slides, bytes, notes }) =>
      [
        `Wrote ${path}: ${slides === undefined ? "" : `${slides} ${slides === 1 ? "slide" : "slides"}, `}${bytes} bytes.`,
        ...notes,
      ].join("\n"),
  });
}
