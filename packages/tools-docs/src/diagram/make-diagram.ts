import { ToolError } from "@holdall/tool-core";
import type { DiagramEngine } from "../engine/engines.ts";
import { workersOf } from "../engine/worker.ts";
import { defaultDiagramEngine } from "./diagram-engine.ts";
import type { DiagramJob, DiagramReply } from "./diagram-job.ts";

const seconds = 60;
const maxCharacters = 50_000;

const workerOf = workersOf<DiagramJob, DiagramReply>();

export type DiagramFormat = "mermaid" | "svg" | "png" | "text";

interface DiagramOptions {
  readonly format: DiagramFormat;
  readonly fonts?: (() => Promise<readonly Uint8Array[]>) | undefined;
  readonly engine?: DiagramEngine | undefined;
  readonly chromium?: string | false | undefined;
  readonly signal: AbortSignal;
}

export interface MadeDiagram {
  readonly kind: string;
  readonly text?: string;
  readonly picture?: Uint8Array;
  readonly width?: number;
  readonly height?: number;
  readonly notes: readonly string[];
}

/** Check a diagram, and draw it when a picture is asked for. Throws `parse_error` for code that mermaid refuses, `unsupported` where nothing can draw it. */
export async function makeDiagram(
  code: string,
  { format, fonts = async () => [], engine = defaultDiagramEngine(), chromium, signal }: DiagramOptions,
): Promise<MadeDiagram> {
  const text = withoutFence(code);
  if (text.length > maxCharacters)
    throw new ToolError("too_large", `The diagram has ${text.length} characters; the limit is ${maxCharacters}.`, {
      hint: "Make several diagrams.",
    });
  refuseOthers(text);
  const draw = format === "mermaid" ? undefined : format;
  const given = format === "png" ? await fonts() : [];
  const reply = await workerOf(engine).run({ code: text, draw, fonts: given, chromium }, { signal, seconds });
  if (reply.kind === "unavailable")
    throw new ToolError("unavailable", `PNG ${reply.why}.`, {
      hint: `Ask the user to ${reply.fix}. Format svg works without it.`,
    });
  if (reply.kind === "invalid") throw invalid(reply.message, reply.line);
  if (format === "mermaid") return { kind: reply.diagram, text, notes: [] };
  if (reply.kind === "valid") {
    const reason = /^Invalid mermaid header/.test(reply.why ?? "") ? "this kind is checked only" : reply.why;
    const why = `This ${reply.diagram} diagram is valid, but it is not drawn: ${reason}.`;
    if (format === "text") return { kind: reply.diagram, text, notes: [why] };
    throw new ToolError("unsupported", why, {
      hint: `${browserHint(reply.browser)}Put the code into a "mermaid" code block of a Markdown file, which many viewers draw, or use a flowchart.`,
      data: { kind: reply.diagram, valid: true },
    });
  }
  const { diagram: kind, svg, png, width, height, browser } = reply;
  const hint = browser === undefined ? "" : browserHint(browser).trim();
  const notes = hint === "" ? reply.notes : [...reply.notes, hint];
  if (format === "text") return { kind, text: reply.text ?? text, notes };
  const drawn = format === "png" ? (png ?? (await engine.drawPng?.({ svg, width, height }, given, signal))) : undefined;
  const picture = drawn ?? new TextEncoder().encode(svg);
  return { kind, picture, width, height, notes };
}

const browserHint = (browser: string | undefined): string =>
  browser === undefined
    ? ""
    : browser === "none"
      ? "Where Chromium or Chrome is installed, or CHROMIUM_PATH names it, mermaid itself draws all of it. "
      : `The browser could not draw it: ${browser}. `;

const withoutFence = (code: string): string => {
  const [, inner] = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/.exec(code)?.slice(1) ?? [];
  return (inner ?? code).replace(/\r\n?/g, "\n").trim();
};

/** Diagram languages that nothing here can check. */
function refuseOthers(code: string): void {
  const other = /^@start\w+/.test(code)
    ? "PlantUML"
    : /^(?:strict\s+)?(?:di)?graph\s*(?:[\w"][^\n{]*)?\{/.test(code)
      ? "DOT"
      : undefined;
  if (other)
    throw new ToolError("unsupported", `This is ${other}, which cannot be checked here.`, {
      hint: "Write it as Mermaid: flowchart LR …",
    });
}

function invalid(message: string, line: number | undefined): ToolError {
  const isUnknown = /No diagram type detected/.test(message);
  const text = isUnknown ? "The first line does not name a kind of diagram." : `Mermaid rejects the code: ${message}`;
  return new ToolError("parse_error", text, {
    hint: isUnknown
      ? "Start with flowchart LR, sequenceDiagram, classDiagram, stateDiagram-v2, erDiagram, gantt, pie, …"
      : `Correct ${line === undefined ? "it" : `line ${line}, or what it follows`}, and call again.`,
    ...(line !== undefined && { data: { line } }),
  });
}
