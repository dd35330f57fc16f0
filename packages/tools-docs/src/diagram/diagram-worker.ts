import { parentPort } from "node:worker_threads";
import type { DiagramJob, DiagramReply, InBrowser } from "./diagram-job.ts";
import { drawDiagram } from "./draw-diagram.ts";

async function pngOf(svg: string, fonts: readonly Uint8Array[]): Promise<Uint8Array | DiagramReply> {
  const loaded = await import("./draw-png.ts").catch(() => undefined);
  if (!loaded)
    return {
      kind: "unavailable",
      why: "needs a library that is not installed",
      fix: "run npm install @resvg/resvg-js",
    };
  const png = loaded.drawPng(svg, fonts);
  return png ?? { kind: "unavailable", why: "needs a font for its labels, and there is none", fix: "install one" };
}

const inBrowser: InBrowser = async (job) => (await import("./chromium/draw-in-chromium.ts")).drawInChromium(job);

parentPort?.on("message", async (job: DiagramJob) => {
  try {
    parentPort?.postMessage({ reply: await drawDiagram(job, { drawPng: pngOf, inBrowser }) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
