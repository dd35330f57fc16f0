import { missingEngine } from "../engine/engines.ts";

/** Stands in for chart-engine.ts in bundles for browsers. Throws `unavailable`. */
export function defaultChartEngine(): never {
  throw missingEngine({
    what: "Charts",
    packages: "vega vega-lite",
    option: "charts: browserCharts",
    entry: "browser-charts",
  });
}
