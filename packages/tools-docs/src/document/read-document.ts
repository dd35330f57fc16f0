import type { ToolContext } from "@holdall/tool-core";
import { lazy } from "@holdall/tool-kit/file-tools";
import type { DocsToolsOptions } from "../options.ts";
import { type DocumentSource, readBlocks } from "./read-blocks.ts";
import { toDocument } from "./to-document.ts";

const loadCharts = lazy(() => import("../chart/index.ts"));

/** Read Markdown or blocks as a document, with its charts drawn. `notes` says what was done otherwise. */
export async function readDocument(
  call: DocumentSource,
  options: DocsToolsOptions,
  ctx: ToolContext,
  hasSpeaker = false,
) {
  const { backend, readTable } = options;
  const blocks = await readBlocks(call, backend, ctx);
  const charts = blocks.some(({ chart }) => chart) ? (await loadCharts()).chartPictures(options, ctx) : undefined;
  const { cwd, signal } = ctx;
  const drawChart = charts?.draw;
  const { document, notes } = await toDocument(blocks, { backend, cwd, signal, readTable, drawChart, hasSpeaker });
  return { document, pictures: charts?.pictures, notes: [...notes, ...(charts?.notes ?? [])] };
}
