import { canvasPng } from "../diagram/canvas-png.ts";
import type { ChartEngine } from "./engines.ts";
import { webThread } from "./web-thread.ts";

/** Vega in a Web Worker; PNGs are drawn on a canvas of the page. */
export const browserCharts: ChartEngine = {
  what: "Charts",
  packages: "vega vega-lite",
  loadSeconds: 120,
  open: () => webThread(new Worker(new URL("../chart/chart-worker.browser.ts", import.meta.url), { type: "module" })),
  drawPng: canvasPng,
};
