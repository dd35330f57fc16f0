import { ToolError } from "@holdall/tool-core";

/** Stands in for chart-engine.ts in bundles for browsers. Throws `unavailable`. */
export function defaultChartEngine(): never {
  throw new ToolError("unavailable", "Charts are drawn on Node, not in a page.", {
    hint: "Draw a diagram from Mermaid code, such as xychart-beta or pie, or give the numbers as a table.",
  });
}
