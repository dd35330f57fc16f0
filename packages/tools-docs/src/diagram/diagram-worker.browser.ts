import type { DiagramJob } from "./diagram-job.ts";
import { drawDiagram } from "./draw-diagram.ts";

self.addEventListener("message", async ({ data }: MessageEvent<DiagramJob>) => {
  try {
    self.postMessage({ reply: await drawDiagram(data) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
});
