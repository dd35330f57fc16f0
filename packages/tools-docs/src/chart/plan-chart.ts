import { ToolError } from "@holdall/tool-core";
import type { Chart, ChartKind, ChartPoint, XType } from "./chart.ts";
import { chartError, quoted } from "./chart-error.ts";
import type { ChartOptions, Row } from "./chart-options.ts";
import { describeChart } from "./describe-chart.ts";
import { limitBars, limitSlices, withoutRepeats } from "./limit-points.ts";
import { columnOf, dateOf, numberIn, numberOf, textOf, typeOf } from "./read-values.ts";

/** Rows that a chart is drawn from. */
export const maxRows = 10_000;
const maxSeries = 10;

/** Check the rows of a chart, and decide what is drawn. Throws `invalid_input` for columns and values that cannot be drawn, `too_large` for too many. */
export function planChart(options: ChartOptions, rows: readonly Row[]): Chart {
  const { kind, notes: read } = options;
  if (rows.length > maxRows)
    throw new ToolError("too_large", `The chart has ${rows.length} rows; the limit is ${maxRows}.`, {
      hint: "Group or sample them first with query_data or aggregate_data.",
    });
  if (rows.length === 0) throw chartError("The chart has no rows.", "Send at least one row.");
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const { x, y } = options;
  if (x === undefined || y.length === 0)
    throw chartError(
      `The chart has no ${x === undefined ? "x" : "y"}: it is the name of a column.`,
      `The columns are ${columns.slice(0, 20).map(quoted).join(", ")}.`,
    );
  const xColumn = columnOf(x, columns, "x");
  const yColumns = y.map((name) => columnOf(name, columns, "y"));
  const seriesColumn = options.series === undefined ? undefined : columnOf(options.series, columns, "series");
  if (seriesColumn !== undefined && yColumns.length > 1)
    throw chartError("The chart has several y and a series.", "Send one of them.");
  if (kind === "pie" && (seriesColumn !== undefined || yColumns.length > 1))
    throw chartError("A pie has one y and no series.", 'Use kind "bar" with stacked: true.');

  const isCategory = kind === "bar" || kind === "pie" || options.isCategory === true;
  const xType = isCategory ? "category" : typeOf(rows.map((row) => row[xColumn]));
  const xOf = (value: unknown): string | number =>
    xType === "number" ? (numberOf(value) ?? 0) : xType === "date" ? (dateOf(value) ?? 0) : textOf(value);
  const kept = xType === "category" ? rows : rows.filter((row) => numberOf(row[xColumn]) !== null);
  const notes = [...read];
  if (kept.length < rows.length)
    notes.push(`${rows.length - kept.length} of ${rows.length} rows have no ${quoted(xColumn)} and are left out.`);
  const all = yColumns.flatMap((column) =>
    rows.flatMap((row, at): ChartPoint[] => {
      const value = numberIn(row, column, at);
      if (xType !== "category" && numberOf(row[xColumn]) === null) return [];
      const s = seriesColumn === undefined ? (yColumns.length > 1 ? column : undefined) : row[seriesColumn];
      return [
        { x: xOf(row[xColumn]), y: value, ...(s !== undefined || seriesColumn !== undefined ? { s: textOf(s) } : {}) },
      ];
    }),
  );
  if (all.every((point) => point.y === null))
    throw chartError(`No row has a value in ${yColumns.map(quoted).join(", ")}.`, "Send at least one number.");
  const { logX = false, logY = false } = options;
  if (logX)
    checkLog(
      "x",
      kind,
      xType,
      kept.map((row) => row[xColumn]),
    );
  const series = [...new Set(all.flatMap(({ s }) => s ?? []))];
  if (series.length > maxSeries)
    throw new ToolError(
      "too_large",
      `${quoted(seriesColumn ?? "y")} has ${series.length} series; a chart shows up to ${maxSeries}.`,
      {
        hint: "Filter the rows, group the small series, or make several charts.",
      },
    );

  const { isSum = false } = options;
  const single = withoutRepeats(all, { kind, x: xColumn, y: yColumns[0] ?? "", isSum, notes });
  if (logY)
    checkLog(
      "y",
      kind,
      "number",
      single.map((point) => point.y),
    );
  const negative = single.some((point) => (point.y ?? 0) < 0);
  const isSigned = negative && single.some((point) => (point.y ?? 0) > 0);
  let stacked = options.stacked ?? (kind === "area" && series.length > 1 && !negative);
  if (stacked && (series.length < 2 || (kind !== "bar" && kind !== "area"))) stacked = false;
  if (stacked && kind === "area" && isSigned) {
    stacked = false;
    notes.push("Areas with negative values are not stacked: they would cover each other.");
  }
  if (stacked && kind === "area" && single.some((point) => point.y === null))
    notes.push("Empty values count as 0 in the stacked areas.");
  const yLabel = options.yLabel ?? yColumns.join(", ");
  const limited =
    kind === "pie" ? limitSlices(single, yLabel) : kind === "bar" ? limitBars(single) : { points: single };
  const limits = limited.note === undefined ? [] : [limited.note];
  const chart = {
    kind,
    points: limited.points,
    xType,
    categories: xType === "category" ? [...new Set(limited.points.map((point) => String(point.x)))] : [],
    series,
    title: textOf(options.title ?? (limits.length > 0 ? `${yLabel} by ${options.xLabel ?? xColumn}` : " ")).trim(),
    subtitle: limits.join(" "),
    xLabel: textOf(options.xLabel ?? xColumn),
    yLabel: textOf(yLabel),
    seriesLabel: seriesColumn === undefined ? "" : textOf(seriesColumn),
    stacked,
    logX,
    logY,
    width: options.width ?? 720,
    height: options.height ?? 420,
    notes: [...notes, ...limits],
  };
  return { ...chart, description: describeChart(chart) };
}

/** Throws `invalid_input` for what has no place on a logarithmic axis. */
function checkLog(axis: string, kind: ChartKind, type: XType, values: readonly unknown[]): void {
  if (kind !== "line" && kind !== "scatter")
    throw chartError(
      `A ${kind} chart has no logarithmic scale: its sizes start at 0.`,
      'Use kind "line" or "scatter", or leave the scale out.',
    );
  if (type !== "number")
    throw chartError(`The logarithmic scale of ${axis} needs numbers.`, "Leave the scale out, or send numbers.");
  const wrong = values.find((value) => (numberOf(value) ?? 1) <= 0);
  if (wrong !== undefined)
    throw chartError(
      `The logarithmic scale of ${axis} cannot show ${String(wrong)}.`,
      "Send values above 0, or leave the scale out.",
    );
}
