import type { ChartEngine } from "../engine/engines.ts";
import { nodeThread } from "../engine/node-thread.ts";

const nodeCharts: ChartEngine = {
  what: "Charts",
  packages: "vega vega-lite",
  open: () => nodeThread((ending) => new URL(`./chart-worker${ending}`, import.meta.url), "Charts"),
};

/** Vega in a thread of Node. */
export const defaultChartEngine = (): ChartEngine => nodeCharts;
