import { parentPort } from "node:worker_threads";
import type { DiagramJob, InBrowser } from "./diagram-job.ts";
import { drawDiagram } from "./draw-diagram.ts";
import { pngOf } from "./png-of.ts";

const inBrowser: InBrowser = async (job) => (await import("./chromium/draw-in-chromium.ts")).drawInChromium(job);

parentPort?.on("message", async (job: DiagramJob) => {
  try {
    parentPort?.postMessage({ reply: await drawDiagram(job, { drawPng: pngOf, inBrowser }) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
