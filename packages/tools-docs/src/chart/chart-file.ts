import { type ToolContext, ToolError } from "@holdall/tool-core";
import type { DiagramFormat } from "../diagram/make-diagram.ts";
import type { DocsToolsOptions } from "../options.ts";
import { deliver } from "../tools/deliver.ts";
import { drawChart, readChart } from "./make-chart.ts";

interface ChartCall {
  readonly chart?: object | undefined;
  readonly output_path?: string | undefined;
  readonly overwrite?: boolean | undefined;
}

/** The answer of generate_diagram to a chart: an SVG in it or in a file, or a PNG in a file. */
export async function makeChartFile(
  { chart, output_path, overwrite }: ChartCall,
  format: DiagramFormat,
  { cwd, signal }: ToolContext,
  { backend, readTable, fonts, engines }: DocsToolsOptions,
) {
  if (format !== "svg" && format !== "png")
    throw new ToolError("invalid_input", `A chart is not drawn as ${format}.`, { hint: "Use format svg or png." });
  const planned = await readChart(chart, { backend, cwd, signal, readTable });
  const { svg, png, width, height } = await drawChart(planned, {
    png: format === "png",
    fonts,
    engine: engines?.charts,
    signal,
  });
  const bytes = png ?? new TextEncoder().encode(svg);
  const written =
    output_path === undefined ? undefined : await deliver(output_path, bytes, { backend, cwd, signal, overwrite });
  const { kind, description, notes } = planned;
  return {
    kind,
    format,
    valid: true as const,
    ...written,
    bytes: bytes.length,
    width,
    height,
    description,
    ...(!written && { text: svg }),
    notes: [...notes],
  };
}

/** Charts of a document as pictures, by the names that its images have: those that `nameOf` gives them, the first with 1. */
export function chartPictures(
  { backend, readTable, engines }: DocsToolsOptions,
  { cwd, signal }: ToolContext,
  nameOf = (number: number): string => `chart ${number}`,
) {
  const pictures = new Map<string, Uint8Array>();
  const notes: string[] = [];
  const draw = async (given: object): Promise<{ src: string; alt: string }> => {
    const chart = await readChart(given, { backend, cwd, signal, readTable });
    const { svg } = await drawChart(chart, { png: false, engine: engines?.charts, signal });
    const src = nameOf(pictures.size + 1);
    pictures.set(src, new TextEncoder().encode(svg));
    notes.push(...chart.notes);
    return { src, alt: `${chart.title} ${chart.description}`.trim() };
  };
  return { pictures, notes, draw };
}
