import type { ChartJob } from "./chart.ts";
import { drawChart } from "./draw-chart.ts";

// PNGs are drawn on a canvas of the page, so this thread only makes the SVG.
self.addEventListener("message", async ({ data }: MessageEvent<ChartJob>) => {
  try {
    self.postMessage({ reply: await drawChart(data) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
});
