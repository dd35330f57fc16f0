import { type Access, type Path, type ToolContext, toPath } from "@holdall/tool-core";
import { alreadyExists } from "@holdall/tool-kit/backends";
import { chartPictures } from "../chart/index.ts";
import { parseBlocks } from "../document/blocks.ts";
import type { DocsToolsOptions } from "../options.ts";
import { deliver } from "./deliver.ts";

/** The file of a chart of a Markdown file: `report-chart-1.svg` beside `report.md`. */
const pictureOf = (markdown: string, number: number): string =>
  `${markdown.replace(/\.(?:md|markdown|mdx)$/i, "")}-chart-${number}.svg`;

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Pictures that will be written. */
export function pictureAccess(blocks: readonly object[], markdown: string, cwd: Path): Access[] {
  const charts = parseBlocks(blocks).filter(({ chart }) => chart);
  return charts.map((_, at) => ({ action: "write" as const, target: toPath(pictureOf(markdown, at + 1), cwd) }));
}

/** Draws the charts of a Markdown file, and writes them as files beside it. */
export function markdownPictures(
  markdown: string,
  overwrite: boolean | undefined,
  options: DocsToolsOptions,
  ctx: ToolContext,
) {
  const { backend } = options;
  const { cwd, signal } = ctx;
  const { pictures, notes, draw } = chartPictures(options, ctx, (number) => nameOf(pictureOf(markdown, number)));
  return {
    notes,
    draw,
    /** Throws `already_exists` before any picture is written. */
    async check(): Promise<void> {
      const path = toPath(markdown, cwd);
      if (!overwrite && (await backend.stat(path, { signal }))) throw alreadyExists(path);
    },
    /** The paths of the pictures. */
    async write(): Promise<string[]> {
      const files = [...pictures.values()].map((bytes, at) => [pictureOf(markdown, at + 1), bytes] as const);
      for (const [file] of overwrite ? [] : files) {
        const path = toPath(file, cwd);
        if (await backend.stat(path, { signal })) throw alreadyExists(path);
      }
      const written: string[] = [];
      for (const [file, bytes] of files) {
        const { path } = await deliver(file, bytes, { backend, cwd, signal, overwrite });
        written.push(path);
      }
      return written;
    },
  };
}
