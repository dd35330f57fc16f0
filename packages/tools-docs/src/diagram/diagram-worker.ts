import { parentPort } from "node:worker_threads";
import { renderMermaidASCII, renderMermaidSVG } from "beautiful-mermaid";
import { parseHTML } from "linkedom";
import { checkDrawing } from "./check-drawing.ts";
import type { DiagramJob, DiagramReply } from "./diagram-job.ts";
import { flattenSvg } from "./flatten-svg.ts";
import { type FlowchartDb, type WrittenFlowchart, writeFlowchart } from "./write-flowchart.ts";

/** A thread of its own: mermaid wants a window while it loads, and nobody else should see one. */
async function loadMermaid() {
  const { window } = parseHTML("<!doctype html><html><body></body></html>");
  Object.assign(globalThis, { window, document: window.document });
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({ securityLevel: "strict", suppressErrorRendering: true });
  return mermaid;
}
const mermaid = loadMermaid();

async function make({ code, draw, fonts }: DiagramJob): Promise<DiagramReply> {
  const engine = await mermaid;
  let kind: string;
  try {
    const parsed = await engine.parse(code);
    kind = (parsed as { diagramType: string }).diagramType;
  } catch (error) {
    const { message, hash } = error as { message: string; hash?: { loc?: { first_line?: number } } };
    return { kind: "invalid", message, line: hash?.loc?.first_line };
  }
  if (!draw) return { kind: "valid", diagram: kind };
  const { db } = await engine.mermaidAPI.getDiagramFromText(code);
  try {
    const { code: text, notes, restore } = "getVertices" in db ? writeFlowchart(db as FlowchartDb) : asItIs(code);
    const svg = renderMermaidSVG(text, { font: "DejaVu Sans" });
    const why = checkDrawing(svg, db as object);
    if (why) return { kind: "valid", diagram: kind, why };
    const flat = flattenSvg(svg);
    const written = restore(flat.svg, asXml);
    const png = draw === "png" ? await pngOf(written, fonts) : undefined;
    if (png && "kind" in png) return png;
    return {
      kind: "drawn",
      diagram: kind,
      ...flat,
      svg: written,
      ...(png && { png }),
      notes,
      ...(draw === "text" && {
        text: restore(renderMermaidASCII(text, { colorMode: "none" }), (character) => character),
      }),
    };
  } catch (error) {
    return { kind: "valid", diagram: kind, why: (error as Error).message };
  }
}

async function pngOf(svg: string, fonts: readonly Uint8Array[]): Promise<Uint8Array | DiagramReply> {
  const loaded = await import("./draw-png.ts").catch(() => undefined);
  if (!loaded)
    return {
      kind: "unavailable",
      why: "needs a library that is not installed",
      fix: "run npm install @resvg/resvg-js",
    };
  const png = loaded.drawPng(svg, fonts);
  return png ?? { kind: "unavailable", why: "needs a font for its labels, and there is none", fix: "install one" };
}

const asItIs = (code: string): WrittenFlowchart => ({ code, notes: [], restore: (drawing) => drawing });

const asXml = (character: string): string =>
  ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[character] ?? character;

parentPort?.on("message", async (job: DiagramJob) => {
  try {
    parentPort?.postMessage({ reply: await make(job) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
