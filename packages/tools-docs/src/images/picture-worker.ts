import { parentPort } from "node:worker_threads";
import { pngOf } from "../diagram/png-of.ts";
import type { PictureJob } from "./picture-job.ts";

parentPort?.on("message", async ({ svg, fonts }: PictureJob) => {
  try {
    parentPort?.postMessage({ reply: await pngOf(svg, fonts) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
