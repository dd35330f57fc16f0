import { renderMermaidASCII, renderMermaidSVG } from "beautiful-mermaid";
import { parseHTML } from "linkedom";
import { checkDrawing } from "./check-drawing.ts";
import { missingText, undrawn } from "./check-texts.ts";
import type { DiagramJob, DiagramReply } from "./diagram-job.ts";
import { flattenSvg } from "./flatten-svg.ts";
import { type FlowchartDb, keepCode, writeFlowchart } from "./write-flowchart.ts";

/** A thread of its own: mermaid needs a window while it loads, which no other code should see. */
async function loadMermaid() {
  const { window } = parseHTML("<!doctype html><html><body></body></html>");
  Object.assign(globalThis, { window, document: window.document });
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({ securityLevel: "strict", suppressErrorRendering: true });
  return mermaid;
}
let mermaid: ReturnType<typeof loadMermaid> | undefined;

interface EntityDb {
  getEntities(): ReadonlyMap<string, unknown>;
}

type DrawPng = (svg: string, fonts: readonly Uint8Array[]) => Promise<Uint8Array | DiagramReply>;

/** Check a diagram and draw it. Without `drawPng` a PNG is left to the caller, who gets the SVG. */
export async function drawDiagram({ code, draw, fonts }: DiagramJob, drawPng?: DrawPng): Promise<DiagramReply> {
  mermaid ??= loadMermaid();
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
    const {
      code: text,
      notes,
      restore,
    } = "getVertices" in db
      ? writeFlowchart(db as FlowchartDb)
      : keepCode(code, "getEntities" in db ? (db as EntityDb).getEntities().keys() : []);
    const svg = renderMermaidSVG(text, { font: "DejaVu Sans" });
    const why = checkDrawing(restore(svg, asXml), db as object);
    if (why) return { kind: "valid", diagram: kind, why };
    const flat = flattenSvg(svg);
    const written = restore(flat.svg, asXml);
    const lost = missingText(written, db as object);
    if (lost) return { kind: "valid", diagram: kind, why: lost };
    const png = draw === "png" ? await drawPng?.(written, fonts) : undefined;
    if (png && "kind" in png) return png;
    return {
      kind: "drawn",
      diagram: kind,
      ...flat,
      svg: written,
      ...(png && { png }),
      notes: [...notes, ...undrawn(written, db as object, code)],
      ...(draw === "text" && {
        text: restore(renderMermaidASCII(text, { colorMode: "none" }), (character) => character),
      }),
    };
  } catch (error) {
    return { kind: "valid", diagram: kind, why: (error as Error).message };
  }
}

const asXml = (character: string): string =>
  ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[character] ?? character;
