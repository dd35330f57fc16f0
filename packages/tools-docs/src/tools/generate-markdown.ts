import { type Access, type Tool, ToolError, toPath } from "@holdall/tool-core";
import { isTooDeep, leftOut, maxLevels } from "@holdall/tool-kit";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { blocksParam } from "../document/blocks-param.ts";
import { asBlocks, sectionBlocks } from "../document/foreign-blocks.ts";
import type { DocsToolsOptions } from "../options.ts";

const loadDocument = lazy(() => import("../document/index.ts"));
const loadCharts = lazy(() => import("../chart/index.ts"));
const loadPictures = lazy(() => import("./markdown-pictures.ts"));
const loadWriter = lazy(() => import("../document/write-markdown.ts"));

const input = z.object({
  title: z.string().optional(),
  blocks: blocksParam,
  toc: z.boolean().optional().describe("Table of contents"),
  front_matter: z.record(z.string(), z.unknown()).optional(),
  output_path: z.string().optional(),
  overwrite: z.boolean().optional(),
});
export type GenerateMarkdownInput = z.infer<typeof input>;

const output = z.object({
  path: z.string().optional(),
  version: z.string().optional(),
  bytes: z.number(),
  /** Files of charts, which are beside the Markdown. */
  pictures: z.array(z.string()).optional(),
  markdown: z.string().optional(),
  /** Characters after those that are shown. */
  left_out: z.object({ beyond_limit: z.number().optional() }).optional(),
  notes: z.array(z.string()),
});
export type GenerateMarkdownOutput = z.infer<typeof output>;

/** Characters of an answer without a file. */
const maxAnswer = 20_000;

/** Write Markdown out of blocks whose texts stay texts: no cell, name or quotation becomes markup. */
export function generateMarkdown(
  options: DocsToolsOptions,
): Tool<GenerateMarkdownInput, GenerateMarkdownOutput, "generate_markdown"> {
  return defineFileTool(options, {
    name: "generate_markdown",
    category: "documents",
    description: "Make Markdown of blocks. A chart is that of {generate_diagram}.",
    examples: ["write a report with a table from this csv", "make a markdown document"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    aliases: {
      names: ["create_markdown", "write_markdown", "generate_report"],
      params: {
        path: "output_path",
        file_path: "output_path",
        output: "output_path",
        force: "overwrite",
      },
      foreign: { blocks: asBlocks, content: asBlocks, markdown: asBlocks, text: asBlocks, sections: sectionBlocks },
    },
    access: async (call, { cwd }) => {
      const { blocks, output_path } = call;
      const accesses = await documentAccess(call, cwd);
      if (output_path === undefined || blocks.length === 0) return accesses;
      const { pictureAccess } = await loadPictures();
      return [...accesses, ...pictureAccess(blocks, output_path, cwd)];
    },
    async execute({ title, blocks, toc, front_matter, output_path, overwrite }, ctx, options) {
      const { cwd, signal } = ctx;
      const { backend, readTable } = options;
      if (isTooDeep(front_matter))
        throw new ToolError("invalid_input", `front_matter is nested more than ${maxLevels} levels deep.`, {
          hint: "Write what readers of the document need, a level or two deep.",
        });
      const { deliver, parseBlocks, toDocument, withTitle } = await loadDocument();
      const { writeMarkdown } = await loadWriter();
      const read = withTitle(title, parseBlocks(blocks));
      const charts =
        output_path !== undefined && read.some(({ chart }) => chart)
          ? (await loadPictures()).markdownPictures(output_path, overwrite, options, ctx)
          : undefined;
      await charts?.check();
      const { document, notes } = await toDocument(read, {
        backend,
        cwd,
        signal,
        readTable,
        drawChart: charts?.draw,
      });
      const markdown = writeMarkdown(document, { toc, frontMatter: front_matter });
      const bytes = new TextEncoder().encode(markdown);
      const made = { bytes: bytes.length, notes: [...notes, ...(charts?.notes ?? [])] };
      if (output_path !== undefined) {
        const pictures = await charts?.write();
        const written = await deliver(output_path, bytes, { backend, cwd, signal, overwrite });
        return { ...written, ...made, ...(pictures && { pictures }) };
      }
      const shown = markdown.length > maxAnswer ? markdown.slice(0, maxAnswer).toWellFormed() : markdown;
      return { ...made, ...leftOut({ beyond_limit: markdown.length - shown.length }), markdown: shown };
    },
    render: ({ path, bytes, pictures, markdown, left_out, notes }) =>
      [
        path === undefined ? markdown : `Wrote ${path} (${bytes} bytes).`,
        ...(pictures ? [`Its charts are in ${pictures.join(", ")}.`] : []),
        ...(left_out
          ? [`These are the first ${maxAnswer} characters. Set output_path to write all of it to a file.`]
          : []),
        ...notes,
      ].join("\n"),
  });
}

/** Data files that are read, and the file that is written. */
export async function documentAccess(
  {
    blocks = [],
    output_path,
  }: { readonly blocks?: readonly object[] | undefined; readonly output_path?: string | undefined },
  cwd: Parameters<typeof toPath>[1],
): Promise<Access[]> {
  const read = blocks.length === 0 ? [] : (await loadDocument()).parseBlocks(blocks);
  const charts = read.flatMap(({ chart }) => chart ?? []);
  const { fileOfChart } = charts.length === 0 ? {} : await loadCharts();
  const files = [...read.flatMap(({ data }) => data ?? []), ...charts.flatMap((chart) => fileOfChart?.(chart) ?? [])];
  return [
    ...files.map((file) => ({ action: "read" as const, target: toPath(file, cwd) })),
    ...(output_path === undefined ? [] : [{ action: "write" as const, target: toPath(output_path, cwd) }]),
  ];
}
