import { type ContentPart, type Tool, ToolError, toPath } from "@holdall/tool-core";
import { defineFileTool, lazy } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import type { DiagramFormat } from "../diagram/make-diagram.ts";
import type { DocsToolsOptions } from "../options.ts";

const load = lazy(() => import("../diagram/index.ts"));

const input = z.object({
  code: z.string(),
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
  text: z.string().optional(),
  notes: z.array(z.string()),
});
export type GenerateDiagramOutput = z.infer<typeof output>;

/**
 * Check a Mermaid diagram with mermaid itself, and draw it. Invalid or incompletely drawn diagrams never produce an
 * image.
 */
export function generateDiagram(
  options: DocsToolsOptions,
): Tool<GenerateDiagramInput, GenerateDiagramOutput, "generate_diagram"> {
  return defineFileTool(options, {
    name: "generate_diagram",
    category: "documents",
    description: "Draw Mermaid as svg, png or text.",
    examples: ["draw a flowchart", "make a sequence diagram", "is this mermaid valid"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    aliases: {
      names: ["mermaid", "create_diagram", "render_diagram", "draw_diagram"],
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
    access: ({ output_path }, { cwd }) =>
      output_path === undefined ? [] : [{ action: "write", target: toPath(output_path, cwd) }],
    async execute(
      { code, format: asked, output_path, overwrite },
      { cwd, signal },
      { backend, fonts, engines, chromium },
    ) {
      const format = readFormat(asked) ?? formatOfPath(output_path) ?? "text";
      if (format === "png" && output_path === undefined)
        throw new ToolError("invalid_input", "A PNG needs a file.", { hint: "Name it with output_path." });
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
    render: ({ kind, path, bytes, width, height, text, notes }): string | readonly ContentPart[] =>
      [
        path === undefined
          ? `A valid ${kind} diagram.`
          : `Wrote ${path}: ${kind}, ${width === undefined ? "" : `${width} × ${height}, `}${bytes} bytes.`,
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
