import { nodeThread } from "../_node-thread.ts";
import type { Engine } from "../_worker.ts";

interface DiagramEngine extends Engine {
  /** Makes a PNG of a drawing, where the thread itself cannot. */
  readonly drawPng?: (drawing: Drawing, fonts: readonly Uint8Array[], signal: AbortSignal) => Promise<Uint8Array>;
}

/** An SVG and its size. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Mermaid in a thread of Node. */
export const diagramEngine: DiagramEngine = {
  what: "Diagrams",
  packages: "mermaid linkedom beautiful-mermaid",
  open: () => nodeThread((ending) => new URL(`./diagram-worker${ending}`, import.meta.url), "Diagrams"),
};
