import type { Chart } from "./chart.ts";
import { formatNumber } from "./read-values.ts";

const names = { bar: "Bar chart", line: "Line chart", area: "Area chart", scatter: "Scatter plot", pie: "Pie chart" };

/** A chart in a few sentences: what is against what, how many, from where to where. */
export function describeChart({
  kind,
  points,
  xLabel,
  yLabel,
  series,
  subtitle,
  stacked,
  logX,
  logY,
}: Omit<Chart, "description">): string {
  const values = points.flatMap(({ y }) => y ?? []);
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const empty = points.length - values.length;
  const slices = kind === "pie" ? ` ${points.map(({ x }) => x).join(", ")}.` : "";
  return [
    `${stacked ? "Stacked " : ""}${stacked ? names[kind].toLowerCase() : names[kind]} of ${yLabel} by ${xLabel}.`,
    kind === "pie"
      ? slices.trim()
      : `${values.length} ${values.length === 1 ? "value" : "values"} from ${formatNumber(least)} to ${formatNumber(most)}${empty > 0 ? `, ${empty} missing` : ""}.`,
    ...(series.length > 0 ? [`Series: ${series.join(", ")}.`] : []),
    ...(logX ? [`The scale of ${xLabel} is logarithmic.`] : []),
    ...(logY ? [`The scale of ${yLabel} is logarithmic.`] : []),
    ...(subtitle ? [subtitle] : []),
  ].join(" ");
}
