import { renderMermaidASCII, renderMermaidSVG } from "beautiful-mermaid";
import { parseHTML } from "linkedom";
import { checkDrawing } from "./check-drawing.ts";
import { missingText, undrawn } from "./check-texts.ts";
import type { DiagramJob, DiagramReply, InBrowser } from "./diagram-job.ts";
import { decodeRead } from "./entity-codes.ts";
import { flattenSvg } from "./flatten-svg.ts";
import { addTitle, replaceUnsupported, titleOf } from "./unsupported-syntax.ts";
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

/** What only some platforms have. */
interface Drawers {
  /** Without it a PNG is left to the caller, who gets the SVG. */
  readonly drawPng?: (svg: string, fonts: readonly Uint8Array[]) => Promise<Uint8Array | DiagramReply>;
  readonly inBrowser?: InBrowser;
}

type Mermaid = Awaited<ReturnType<typeof loadMermaid>>;
type Db = Awaited<ReturnType<Mermaid["mermaidAPI"]["getDiagramFromText"]>>["db"];

/** Check a diagram and draw it: without a browser where that draws all of it, and in one otherwise. */
export async function drawDiagram(job: DiagramJob, drawers: Drawers = {}): Promise<DiagramReply> {
  mermaid ??= loadMermaid();
  const engine = await mermaid;
  const { code, draw } = job;
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
  const plain = await drawPlain(job, kind, db, drawers);
  const isWhole = plain.kind !== "valid" && (plain.kind !== "drawn" || plain.notes.length === 0);
  if (isWhole || draw === "text" || !drawers.inBrowser) return plain;
  try {
    const drawn = job.chromium === false ? undefined : await drawers.inBrowser(job);
    if (!drawn) return { ...plain, browser: "none" } as DiagramReply;
    const lost = missingText(drawn.svg, db as object);
    const notes = [...drawn.notes, ...(lost ? [`Look at the drawing: ${lost}.`] : [])];
    return { kind: "drawn", diagram: kind, ...drawn, notes };
  } catch (error) {
    return { ...plain, browser: (error as Error).message } as DiagramReply;
  }
}

async function drawPlain(
  { code, draw, fonts }: DiagramJob,
  kind: string,
  db: Db,
  { drawPng }: Drawers,
): Promise<DiagramReply> {
  try {
    const around = replaceUnsupported(code);
    const {
      code: text,
      notes,
      restore,
    } = "getVertices" in db
      ? writeFlowchart(db as FlowchartDb)
      : keepCode(around.code, "getEntities" in db ? (db as EntityDb).getEntities().keys() : []);
    const svg = around.mark(renderMermaidSVG(text, { font: "DejaVu Sans" }));
    const why = checkDrawing(restore(svg, asXml), db as object, around.links);
    if (why) return { kind: "valid", diagram: kind, why };
    const title = decodeRead(titleOf(code, (db as { getDiagramTitle?(): string }).getDiagramTitle?.()));
    const flat = addTitle(flattenSvg(svg), title);
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
        text: `${title && `${title}\n\n`}${restore(renderMermaidASCII(text, { colorMode: "none" }), (character) => character)}`,
      }),
    };
  } catch (error) {
    return { kind: "valid", diagram: kind, why: (error as Error).message };
  }
}

const asXml = (character: string): string =>
  ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[character] ?? character;
