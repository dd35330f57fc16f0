import { parentPort } from "node:worker_threads";
import { pngOf } from "../diagram/png-of.ts";
import type { ChartJob } from "./chart.ts";
import { drawChart } from "./draw-chart.ts";

parentPort?.on("message", async (job: ChartJob) => {
  try {
    parentPort?.postMessage({ reply: await drawChart(job, pngOf) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
