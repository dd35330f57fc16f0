import type { DiagramJob } from "./diagram-job.ts";
import { drawDiagram } from "./draw-diagram.ts";

// The layout engine assigns it, and in a worker it can only be read.
Object.defineProperty(globalThis, "self", { value: globalThis, writable: true, configurable: true });

self.addEventListener("message", async ({ data }: MessageEvent<DiagramJob>) => {
  try {
    self.postMessage({ reply: await drawDiagram(data) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
});
