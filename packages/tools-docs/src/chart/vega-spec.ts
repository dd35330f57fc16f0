import type { TopLevelSpec } from "vega-lite";
import type { Chart } from "./chart.ts";

/** Colors of Okabe and Ito without their yellow, which is not seen on white, and three of Tol: which color-blind readers can distinguish. */
const colors = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#cc79a7",
  "#d55e00",
  "#56b4e9",
  "#332288",
  "#882255",
  "#999933",
  "#000000",
];
const shapes = [
  "circle",
  "square",
  "triangle-up",
  "diamond",
  "cross",
  "triangle-down",
  "triangle-right",
  "triangle-left",
];

const ink = "#1f2328";
const gray = "#57606a";

/**
 * A chart as Vega-Lite. Columns are called x, y and s, and all texts of the call are data or titles, so none is read as a field or
 * an expression.
 */
export function vegaSpec(chart: Chart): TopLevelSpec {
  const { kind, points, title, subtitle, width, height } = chart;
  const spec = {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    data: { values: points },
    width,
    height,
    padding: 16,
    autosize: { type: "fit", contains: "padding" },
    background: "#ffffff",
    ...((title || subtitle) && { title: { text: title, ...(subtitle && { subtitle }) } }),
    ...(kind === "pie" ? pie(chart) : { mark: markOf(chart), encoding: encodingOf(chart) }),
    config,
  };
  return spec as unknown as TopLevelSpec;
}

const config = {
  aria: false,
  font: "DejaVu Sans, Helvetica, Arial, sans-serif",
  view: { stroke: null },
  title: { anchor: "start", fontSize: 16, color: ink, offset: 12, subtitleColor: gray, subtitleFontSize: 12, limit: 0 },
  axis: {
    labelColor: gray,
    titleColor: ink,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: "normal",
    titlePadding: 10,
    gridColor: "#e4e7eb",
    domainColor: "#8c959f",
    tickColor: "#8c959f",
    labelLimit: 220,
    titleLimit: 600,
  },
  legend: {
    labelColor: ink,
    titleColor: ink,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: "normal",
    labelLimit: 320,
    titleLimit: 240,
    symbolSize: 90,
  },
  range: { category: colors, symbol: shapes },
};

function markOf({ kind, stacked, series, points }: Chart): object {
  const color = colors[0];
  switch (kind) {
    case "bar":
      return { type: "bar", color };
    case "line":
      return {
        type: "line",
        color,
        strokeWidth: 2,
        invalid: "break-paths-show-path-domains",
        point: points.length <= 200 ? { size: 40, filled: true } : false,
      };
    case "area":
      return {
        type: "area",
        color,
        line: series.length < 2 || !stacked,
        invalid: stacked ? "filter" : "break-paths-show-path-domains",
        fillOpacity: stacked ? 0.85 : 0.35,
      };
    default:
      return { type: "point", color, filled: true, size: 50, opacity: points.length > 300 ? 0.5 : 0.85 };
  }
}

function encodingOf(chart: Chart): object {
  const { kind, series, seriesLabel, stacked, categories, logY } = chart;
  const isGrouped = kind === "bar" && series.length > 1 && !stacked;
  return {
    x: xChannel(chart),
    y: {
      field: "y",
      type: "quantitative",
      title: chart.yLabel,
      ...((kind === "bar" || kind === "area") && { stack: stacked ? "zero" : null }),
      scale: logY ? { type: "log", nice: true } : { zero: kind === "bar" || kind === "area", nice: true },
      axis: { tickCount: 6, domain: false, ticks: false },
    },
    ...(isGrouped && { xOffset: { field: "s", type: "nominal", sort: series, scale: { domain: series } } }),
    ...(series.length > 0 && {
      color: {
        field: "s",
        type: "nominal",
        scale: { domain: series, range: colors.slice(0, Math.max(series.length, 1)) },
        legend: { title: seriesLabel || null },
      },
      ...(kind === "scatter" && {
        shape: {
          field: "s",
          type: "nominal",
          scale: { domain: series },
          legend: { title: seriesLabel || null },
        },
      }),
    }),
    ...(categories.length > 0 &&
      kind === "area" &&
      stacked && { order: { field: "s", type: "nominal", sort: series } }),
  };
}

function xChannel({ kind, points, xType, xLabel, categories, width, logX }: Chart): object {
  const axis = { grid: kind === "scatter", labelOverlap: true };
  const padding = kind === "line" ? 8 : 0;
  if (xType === "date")
    return {
      field: "x",
      type: "temporal",
      title: xLabel,
      scale: { type: "utc", padding },
      axis: { ...axis, tickCount: 8 },
    };
  if (xType === "number") {
    const isYears = points.every(({ x }) => Number.isInteger(x) && Number(x) >= 1500 && Number(x) < 2200);
    return {
      field: "x",
      type: "quantitative",
      title: xLabel,
      scale: logX ? { type: "log", nice: true } : { zero: false, nice: kind === "scatter", padding },
      axis: { ...axis, tickCount: 8, ...(isYears && { format: "d", tickMinStep: 1 }) },
    };
  }
  // Letters are about 7 pixels wide; labels that have no room next to each other are turned.
  const band = (width - 90) / categories.length;
  const longest = Math.max(...categories.map((each) => each.length));
  const labelAngle = Math.min(longest * 7, 160) <= band ? 0 : band < 18 ? -90 : -45;
  const labelFontSize = Math.min(12, Math.max(8, Math.floor(band) - 1));
  return {
    field: "x",
    type: "nominal",
    title: xLabel,
    sort: null,
    scale: { domain: categories, ...(kind === "bar" && { paddingInner: 0.2 }) },
    axis: { ...axis, labelAngle, labelFontSize, labelOverlap: kind !== "bar" },
  };
}

function pie({ categories }: Chart): object {
  return {
    mark: { type: "arc", stroke: "#ffffff", strokeWidth: 2 },
    view: { stroke: null },
    encoding: {
      theta: { field: "y", type: "quantitative", stack: "normalize" },
      order: { field: "order", type: "quantitative" },
      color: {
        field: "x",
        type: "nominal",
        sort: null,
        scale: { domain: categories, range: colors.slice(0, categories.length) },
        legend: { title: null, labelLimit: 480 },
      },
    },
  };
}
