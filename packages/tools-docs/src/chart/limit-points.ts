import type { ChartKind, ChartPoint } from "./chart.ts";
import { chartError, quoted } from "./chart-error.ts";
import { formatNumber } from "./read-values.ts";

const maxBars = 50;
const maxSlices = 10;

interface Names {
  readonly kind: ChartKind;
  readonly x: string;
  readonly y: string;
  /** Lines, areas and points are added up as well. */
  readonly isSum: boolean;
  /** Gets a sentence where rows are added up. */
  readonly notes: string[];
}

const marks: Readonly<Record<ChartKind, string>> = {
  bar: "bar",
  line: "point",
  area: "point",
  scatter: "point",
  pie: "slice",
};

/** One point for each x of a series: values of bars and slices are added up, and others where it is asked for. Throws `invalid_input` for repeats in lines and areas. */
export function withoutRepeats(
  points: readonly ChartPoint[],
  { kind, x, y, isSum, notes }: Names,
): readonly ChartPoint[] {
  if (kind === "scatter" && !isSum) return points;
  const found = new Map<string, ChartPoint>();
  let repeats = 0;
  for (const point of points) {
    const key = JSON.stringify([point.x, point.s]);
    const before = found.get(key);
    if (before) repeats++;
    if (before && !isSum && kind !== "bar" && kind !== "pie")
      throw chartError(
        `Several rows have the same ${quoted(x)}${point.s === undefined ? "" : ` in the series ${quoted(point.s)}`}, so there is no single ${kind}.`,
        "Name the column that tells them apart as series, or compute one value for each first with query_data or aggregate_data.",
      );
    const sum = before && point.y !== null ? (before.y ?? 0) + point.y : (before?.y ?? point.y);
    found.set(key, { ...point, y: sum });
  }
  if (repeats > 0)
    notes.push(`Rows of the same ${quoted(x)} are added up: each ${marks[kind]} is a sum of ${quoted(y)}.`);
  return [...found.values()];
}

interface Limited {
  readonly points: readonly ChartPoint[];
  /** What is not shown, in a sentence that is drawn as well. */
  readonly note?: string;
}

export function limitBars(points: readonly ChartPoint[]): Limited {
  const all = new Set(points.map(({ x }) => x));
  if (all.size <= maxBars) return { points };
  const kept = new Set([...all].slice(0, maxBars));
  return {
    points: points.filter(({ x }) => kept.has(x)),
    note: `The first ${maxBars} of ${all.size} categories are shown.`,
  };
}

/** Slices named with their value and share; the small ones of many become one. */
export function limitSlices(points: readonly ChartPoint[], label: string): Limited {
  const given = points.flatMap(({ x, y }) => (y === null ? [] : [{ x: String(x), y }]));
  const negative = given.find(({ y }) => y < 0);
  if (negative)
    throw chartError(`A pie cannot show a negative value: ${quoted(negative.x)} is ${negative.y}.`, 'Use kind "bar".');
  const total = given.reduce((sum, { y }) => sum + y, 0);
  if (total === 0) throw chartError(`All values of ${quoted(label)} are 0: the pie has no slices.`, 'Use kind "bar".');
  const named = ({ x, y }: { x: string; y: number }): ChartPoint => ({
    x: `${x}: ${formatNumber(y)} (${formatNumber(Math.round((y / total) * 1000) / 10)}%)`,
    y,
  });
  if (given.length <= maxSlices) return { points: given.map(named) };
  const largest = new Set(given.toSorted((a, b) => b.y - a.y).slice(0, maxSlices - 1));
  const others = given.filter((each) => !largest.has(each));
  const rest = { x: `${others.length} others`, y: others.reduce((sum, { y }) => sum + y, 0) };
  return {
    points: [...given.filter((each) => largest.has(each)), rest].map(named),
    note: `The ${maxSlices - 1} largest of ${given.length} slices are shown, and the others as one.`,
  };
}
