import { nodeThread } from "../engine/node-thread.ts";
import type { Engine } from "../engine/worker.ts";

const nodeCharts: Engine = {
  what: "Charts",
  packages: "vega vega-lite",
  open: () => nodeThread((ending) => new URL(`./chart-worker${ending}`, import.meta.url), "Charts"),
};

/** Vega in a thread of Node. */
export const defaultChartEngine = (): Engine => nodeCharts;
