import { webThread } from "../_web-thread.ts";
import { canvasPng } from "./canvas-png.ts";
import type { diagramEngine as nodeEngine } from "./diagram-engine.ts";

/** Mermaid in a Web Worker. Stands in for diagram-engine.ts in bundles for browsers. */
export const diagramEngine: typeof nodeEngine = {
  what: "Diagrams",
  packages: "mermaid linkedom beautiful-mermaid",
  open: () => webThread(new Worker(new URL("./diagram-worker.browser.ts", import.meta.url), { type: "module" })),
  drawPng: canvasPng,
};
