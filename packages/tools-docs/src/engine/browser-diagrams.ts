import { canvasPng } from "../diagram/canvas-png.ts";
import type { DiagramEngine } from "./engines.ts";
import { webThread } from "./web-thread.ts";

/** Mermaid in a Web Worker; PNGs are drawn on a canvas of the page. */
export const browserDiagrams: DiagramEngine = {
  what: "Diagrams",
  packages: "mermaid linkedom beautiful-mermaid",
  open: () =>
    webThread(new Worker(new URL("../diagram/diagram-worker.browser.ts", import.meta.url), { type: "module" })),
  drawPng: canvasPng,
};
