import { ToolError } from "@holdall/tool-core";
import type { Engine } from "./worker.ts";

/** Sets PDFs. Node has one; a page gets `browserPdf` of `@holdall/tools-docs/browser-pdf`. */
export interface PdfEngine extends Engine {
  /** Families that it has without being given any. */
  readonly families: readonly string[];
}

/** Checks and draws diagrams. Node has one; a page gets `browserDiagrams` of `@holdall/tools-docs/browser-diagrams`. */
export interface DiagramEngine extends Engine {
  /** Makes a PNG of a drawing, where the thread itself cannot. */
  readonly drawPng?: (drawing: Drawing, fonts: readonly Uint8Array[], signal: AbortSignal) => Promise<Uint8Array>;
}

/** Draws charts. Node has one; a page gets `browserCharts` of `@holdall/tools-docs/browser-charts`. */
export interface ChartEngine extends Engine {
  /** Makes a PNG of a drawing, where the thread itself cannot. */
  readonly drawPng?: DiagramEngine["drawPng"];
}

/** An SVG and its size. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The engines that a page provides to create documents. A tool whose engine is missing returns `unavailable`. */
export interface DocsEngines {
  readonly pdf?: PdfEngine | undefined;
  readonly diagrams?: DiagramEngine | undefined;
  readonly charts?: ChartEngine | undefined;
}

interface MissingEngine {
  readonly what: string;
  readonly packages: string;
  readonly option: string;
  readonly entry: string;
}

/** A page has no engine unless its own code imports it: bundlers resolve what they see, used or not. */
export function missingEngine({ what, packages, option, entry }: MissingEngine): ToolError {
  return new ToolError("unavailable", `${what} need an engine that this page does not have.`, {
    hint: `Tell the developer of the page: npm install ${packages}, then pass docsTools({ engines: { ${option} } }) with the import from "@holdall/tools-docs/${entry}".`,
    data: { packages: packages.split(" ") },
  });
}
