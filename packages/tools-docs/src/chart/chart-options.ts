import { type ChartKind, chartKinds } from "./chart.ts";
import { readChannel, readStacked } from "./chart-channels.ts";
import { rowsOfDatasets } from "./chart-datasets.ts";
import { chartError, isRecord as isObject, quoted } from "./chart-error.ts";
import { uprightAxes } from "./horizontal-bars.ts";

export type Row = Readonly<Record<string, unknown>>;

/** What a call says about a chart, in the words of this package. */
export interface ChartOptions {
  readonly kind: ChartKind;
  readonly x?: string;
  readonly y: readonly string[];
  readonly series?: string;
  readonly rows?: readonly Row[];
  /** The data file to read the rows from. */
  readonly data?: string;
  readonly title?: string;
  readonly xLabel?: string;
  readonly yLabel?: string;
  readonly stacked?: boolean;
  /** Numbers and dates of x are spaced evenly, like names. */
  readonly isCategory?: boolean;
  /** Rows of the same x and series are added up, in every kind of chart. */
  readonly isSum?: boolean;
  /** The axes with a logarithmic scale. */
  readonly logX?: boolean;
  readonly logY?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly notes: readonly string[];
}

const spellings = {
  kind: ["kind", "type", "mark", "charttype", "chartkind"],
  x: ["x", "xfield", "xcolumn", "xaxis", "xkey", "category", "categoryfield", "labelfield"],
  y: ["y", "yfield", "yfields", "ycolumn", "ycolumns", "yaxis", "ykey", "value", "valuefield", "theta", "anglefield"],
  series: [
    "series",
    "color",
    "colour",
    "group",
    "groupby",
    "hue",
    "seriesfield",
    "colorfield",
    "colorby",
    "seriescolumn",
  ],
  offset: ["xoffset", "yoffset"],
  rows: ["rows", "data", "values", "records", "dataset", "source"],
  path: ["path", "file", "csv", "datafile", "datapath", "filepath"],
  title: ["title", "heading", "charttitle", "caption"],
  xLabel: ["xlabel", "xtitle", "xaxistitle", "xaxislabel"],
  yLabel: ["ylabel", "ytitle", "yaxistitle", "yaxislabel"],
  stacked: ["stacked", "stack", "isstacked"],
  width: ["width"],
  height: ["height"],
} as const;

/** Keys of other libraries that say nothing about the data. */
const unused = ["schema", "options", "config", "description", "autosize", "theme", "legend", "tooltip", "grid"];

const isUnused = (key: string): boolean => unused.includes(plain(key));

const kindNames: Readonly<Record<ChartKind, string>> = {
  bar: "bar bars column columns barchart columnchart",
  line: "line lines linechart timeseries trail",
  area: "area areachart",
  scatter: "scatter scatterplot scatterchart point points circle dot dots",
  pie: "pie piechart arc donut doughnut",
};

const plain = (key: string): string => key.toLowerCase().replace(/[\s_$-]+/g, "");

/** Read a chart in our words, in those of Vega-Lite, or as labels and datasets. Throws `invalid_input` for anything that is not understood. */
export function readChartOptions(given: unknown): ChartOptions {
  if (!isObject(given)) throw chartError("The chart is not an object.");
  const entries = new Map(
    Object.entries(given).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[plain(key), value]],
    ),
  );
  const { encoding } = given as { encoding?: unknown };
  entries.delete("encoding");
  if (isObject(encoding))
    for (const [key, value] of Object.entries(encoding))
      if (isObject(value) || isUnused(key)) entries.set(plain(key), entries.get(plain(key)) ?? value ?? true);
      else throw chartError(`The encoding of ${quoted(key)} is not an object.`);
  const notes = unused.flatMap((key) => (entries.delete(key) ? [`${quoted(key)} of the chart is not used.`] : []));
  const take = (name: keyof typeof spellings): unknown => {
    const found = spellings[name].filter((key) => entries.has(key));
    const [key] = found;
    if (key === undefined) return undefined;
    const value = entries.get(key);
    entries.delete(key);
    return value;
  };
  const mark = take("kind");
  const kind = readKind(mark);
  const datasets = rowsOfDatasets(entries);
  if (datasets) for (const key of ["data", "labels", "datasets", "series", "categories"]) entries.delete(key);
  // The slices of an arc in Vega-Lite are those of its color.
  const slices =
    kind === "pie" && !datasets && !spellings.x.some((key) => entries.has(key)) ? take("series") : undefined;
  const { x, y, isTurned } = uprightAxes({
    kind,
    mark,
    x: readChannel(take("x") ?? slices ?? (datasets ? "label" : undefined), slices ? "color" : "x", notes),
    y: [take("y") ?? (datasets ? "value" : [])].flat().flatMap((each) => readChannel(each, "y", notes) ?? []),
    notes,
  });
  if (kind === "pie" && isObject(mark) && "innerRadius" in mark)
    notes.push('The pie is drawn without a hole: "innerRadius" of the mark is not used.');
  const color = readChannel(take("series") ?? datasets?.series, "series", notes);
  const offset = kind === "bar" ? readChannel(take("offset"), "xOffset", notes) : undefined;
  const series = color ?? offset;
  if (offset && offset.field !== series?.field)
    throw chartError(
      `color is ${quoted(series?.field)} and xOffset is ${quoted(offset.field)}; a chart has one series.`,
      "Leave one of them out, or make several charts.",
    );
  const asked = take("stacked");
  const stacked =
    asked === undefined ? [x ?? [], y].flat().find((each) => each.stacked !== undefined)?.stacked : readStacked(asked);
  // Vega-Lite stacks the bars of a color, unless an offset places them beside each other.
  const isStacked = isObject(encoding) && kind === "bar" && color ? offset === undefined : undefined;
  const rows = datasets?.rows ?? take("rows");
  const path = take("path");
  const title = take("title");
  const options = {
    kind,
    ...(x && { x: x.field, xLabel: x.title }),
    y: y.map(({ field }) => field),
    ...(y[0]?.title !== undefined && { yLabel: y[0].title }),
    ...(series && { series: series.field }),
    ...readRows(rows, path),
    ...texts({
      title: isObject(title) ? (title as Row).text : title,
      xLabel: take(isTurned ? "yLabel" : "xLabel"),
      yLabel: take(isTurned ? "xLabel" : "yLabel") ?? datasets?.yLabel,
    }),
    stacked: stacked ?? isStacked,
    isCategory: x?.isCategory,
    isSum: (y.length > 0 && y.every(({ isSum }) => isSum)) || undefined,
    logX: x?.isLog,
    logY: y.some(({ isLog }) => isLog) || undefined,
    ...sizes({ width: take("width"), height: take("height") }),
    notes,
  };
  const [unknown] = entries.keys();
  if (unknown !== undefined) throw chartError(`The chart has ${quoted(unknown)}, which is not understood.`);
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as ChartOptions;
}

function readKind(given: unknown): ChartKind {
  const name = isObject(given) ? (given as Row).type : given;
  if (name === undefined) throw chartError(`The chart has no kind. It is one of ${chartKinds.join(", ")}.`);
  const kind = chartKinds.find((each) => kindNames[each].split(" ").includes(plain(String(name))));
  if (kind) return kind;
  throw chartError(
    `${quoted(name)} is not a kind of chart.`,
    `Use one of ${chartKinds.join(", ")}: ${chartExampleOf()}`,
  );
}

const chartExampleOf = (): string => '{kind: "bar", x: "month", y: "sum", rows: […]}.';

/** Rows in the call, or the file that has them. */
function readRows(given: unknown, path: unknown): { rows?: readonly Row[]; data?: string } {
  const { values, url } = isObject(given) ? (given as Row) : {};
  const found = values ?? url ?? given;
  if (found !== undefined && path !== undefined)
    throw chartError("The chart has rows and a file of rows.", "Send one of them.");
  const source = found ?? path;
  if (source === undefined) throw chartError("The chart has no rows.");
  if (typeof source === "string" && !/^\s*\[/.test(source)) {
    if (/\n/.test(source))
      throw chartError(
        "The data of the chart is text with several lines.",
        "Send rows as objects, or the path of a file.",
      );
    return { data: source };
  }
  const list = typeof source === "string" ? parsed(source) : source;
  if (!Array.isArray(list)) throw chartError("The rows of the chart are not a list.");
  if (Array.isArray(list[0])) return { rows: rowsOfCells(list) };
  const wrong = list.findIndex((row) => !isObject(row));
  if (wrong >= 0) throw chartError(`Row ${wrong + 1} of the chart is not an object.`);
  return { rows: list as Row[] };
}

/** Rows of cells under the first, which has the names. */
function rowsOfCells([head = [], ...rest]: unknown[][]): Row[] {
  const names = head.map(String);
  return rest.map((row, at) => {
    if (!Array.isArray(row)) throw chartError(`Row ${at + 2} of the chart is not a list of cells like the first.`);
    if (row.length > names.length)
      throw chartError(
        `Row ${at + 2} of the chart has ${row.length} cells for ${names.length} columns.`,
        "Name every column in the first row.",
      );
    return Object.fromEntries(names.map((name, column) => [name, row[column]]));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw chartError(`The rows of the chart are not JSON: ${(cause as Error).message}`);
  }
}

function texts(given: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (typeof value !== "string" && typeof value !== "number")
        throw chartError(`The ${name} of the chart is not text.`);
      return [[name, String(value)]];
    }),
  );
}

function sizes(given: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const size = Number(value);
      if (!(size >= 200 && size <= 2000))
        throw chartError(`The ${name} of the chart is ${quoted(value)}; it is from 200 to 2000.`);
      return [[name, Math.round(size)]];
    }),
  );
}
