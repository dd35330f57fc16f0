import { type ContentPart, type Tool, ToolError, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import type { DiagramFormat } from "../diagram/make-diagram.ts";
import type { DocsToolsOptions } from "../options.ts";
import { bareChart } from "./foreign-chart.ts";

const load = lazy(() => import("../diagram/index.ts"));
const loadChart = lazy(() => import("../chart/index.ts"));

const input = z.object({
  code: z.string().optional().describe("Mermaid"),
  chart: z
    .looseObject({})
    .optional()
    .describe("kind bar|line|area|scatter|pie, x, y: columns, series?, rows | data: file, title?, stacked?"),
  format: z.string().optional(),
  output_path: z.string().optional(),
  overwrite: z.boolean().optional(),
});
export type GenerateDiagramInput = z.infer<typeof input>;

const output = z.object({
  kind: z.string(),
  format: z.enum(["mermaid", "svg", "png", "text"]),
  valid: z.literal(true),
  path: z.string().optional(),
  version: z.string().optional(),
  bytes: z.number(),
  width: z.number().optional(),
  height: z.number().optional(),
  /** A chart in words. */
  description: z.string().optional(),
  text: z.string().optional(),
  notes: z.array(z.string()),
});
export type GenerateDiagramOutput = z.infer<typeof output>;

/** Names of calls whose own parameters are the chart. */
const chartNames = [
  "generate_diagram",
  "generate_chart",
  "create_chart",
  "draw_chart",
  "make_chart",
  "render_chart",
  "plot",
];

/**
 * Check a Mermaid diagram with mermaid itself, and draw it, or draw a chart of rows. Invalid or incompletely drawn diagrams
 * never produce an image.
 */
export function generateDiagram(
  options: DocsToolsOptions,
): Tool<GenerateDiagramInput, GenerateDiagramOutput, "generate_diagram"> {
  return defineFileTool(options, {
    name: "generate_diagram",
    category: "documents",
    description: "Draw Mermaid as svg, png or text, or a chart of rows as svg or png.",
    examples: [
      "draw a flowchart",
      "draw a bar chart of these numbers",
      "make a sequence diagram",
      "is this mermaid valid",
    ],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    aliases: {
      calls: Object.fromEntries(chartNames.map((name) => [name, bareChart])),
      names: ["mermaid", "create_diagram", "render_diagram", "draw_diagram", ...chartNames.slice(1)],
      params: {
        diagram: "code",
        mermaid: "code",
        definition: "code",
        content: "code",
        path: "output_path",
        output: "output_path",
        force: "overwrite",
      },
      // The kind of diagram, which the code says itself, or a format.
      foreign: { type: (value) => (kinds.test(String(value)) ? {} : { input: { format: value } }) },
    },
    access: async ({ chart, output_path }, { cwd }) => {
      const data = chart && (await loadChart()).fileOfChart(chart);
      return [
        ...(data === undefined ? [] : [{ action: "read" as const, target: toPath(data, cwd) }]),
        ...(output_path === undefined ? [] : [{ action: "write" as const, target: toPath(output_path, cwd) }]),
      ];
    },
    async execute(input, ctx, options) {
      const { code, chart, format: asked, output_path, overwrite } = input;
      if ((code === undefined) === (chart === undefined))
        throw new ToolError(
          "invalid_input",
          `There is ${code === undefined ? "no code and no chart" : "code and a chart"}.`,
          {
            hint: 'Send code: "flowchart LR …", or chart: {kind: "bar", x: "month", y: "sum", rows: [{month: "Jan", sum: 3}]}.',
          },
        );
      const { cwd, signal } = ctx;
      const { backend, fonts, engines, chromium } = options;
      const format = readFormat(asked) ?? formatOfPath(output_path) ?? (chart ? "svg" : "text");
      if (format === "png" && output_path === undefined)
        throw new ToolError("invalid_input", "A PNG needs a file.", { hint: "Name it with output_path." });
      if (code === undefined) return (await loadChart()).makeChartFile(input, format, ctx, options);
      const { deliver, makeDiagram } = await load();
      const { kind, text, picture, width, height, notes } = await makeDiagram(code, {
        format,
        fonts,
        engine: engines?.diagrams,
        chromium,
        signal,
      });
      const bytes = picture ?? new TextEncoder().encode(`${text}\n`);
      const written =
        output_path === undefined ? {} : await deliver(output_path, bytes, { backend, cwd, signal, overwrite });
      const shown = text ?? (format === "svg" ? new TextDecoder().decode(bytes) : undefined);
      return {
        kind,
        format,
        valid: true as const,
        ...written,
        bytes: bytes.length,
        ...(picture && { width, height }),
        ...(output_path === undefined && { text: shown }),
        notes: [...notes],
      };
    },
    render: (
      { kind, path, bytes, width, height, description, text, notes },
      { chart },
    ): string | readonly ContentPart[] =>
      [
        path === undefined
          ? chart === undefined
            ? `A valid ${kind} diagram.`
            : `A ${kind} chart.`
          : `Wrote ${path}: ${kind}, ${width === undefined ? "" : `${width} × ${height}, `}${bytes} bytes.`,
        ...(description === undefined ? [] : [description]),
        ...notes,
        ...(text === undefined ? [] : [text]),
      ].join("\n"),
  });
}

const formats = ["mermaid", "svg", "png", "text"] as const;

const kinds = /^(flow|graph|sequence|class|state|er|entity|gantt|pie|mind|time|git|journey|user|block|quadrant)/i;

function readFormat(name: string | undefined): DiagramFormat | undefined {
  if (name === undefined) return undefined;
  const format = formats.find((each) => each === name.toLowerCase());
  if (format) return format;
  throw new ToolError("invalid_input", `${JSON.stringify(name.slice(0, 20))} is not a format of diagrams.`, {
    hint: `Use one of ${formats.join(", ")}; mermaid checks the code and draws nothing.`,
  });
}

const formatOfPath = (path: string | undefined): DiagramFormat | undefined => {
  const [, ending] = /\.(svg|png|txt|mmd|mermaid)$/i.exec(path ?? "") ?? [];
  if (ending === undefined) return undefined;
  const found = ending.toLowerCase();
  return found === "svg" || found === "png" ? found : found === "txt" ? "text" : "mermaid";
};
