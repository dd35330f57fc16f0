import { chartError, isRecord, quoted } from "./chart-error.ts";

/** A column that a chart shows, and how. */
export interface Channel {
  readonly field: string;
  readonly title?: string;
  readonly stacked?: boolean;
  readonly isLog?: boolean;
  /** Numbers and dates are spaced evenly, like names. */
  readonly isCategory?: boolean;
  /** Its values are points in time. */
  readonly isTime?: boolean;
  /** Values of the same place are added up. */
  readonly isSum?: boolean;
}

/** A channel of Vega-Lite, or the name of a column. Parts that change only the look are named in `notes`; parts that compute are refused. */
export function readChannel(given: unknown, name: string, notes: string[]): Channel | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "string" || typeof given === "number") return { field: String(given) };
  if (!isRecord(given)) throw chartError(`${name} is not the name of a column.`);
  const { field, title, aggregate, bin, timeUnit, stack, scale, axis, type, ...others } = given;
  refuseComputed(name, given);
  if (typeof field !== "string") throw chartError(`${name} is not the name of a column.`);
  const { title: axisTitle, ...look } = isRecord(axis) ? axis : {};
  const label = title ?? axisTitle;
  const ignored = [...Object.keys(look).map((key) => `axis.${key}`), ...Object.keys(others)];
  const { scaleType, ...scaled } = readScale(scale, name);
  for (const part of [...ignored, ...scaled.ignored]) notes.push(`${quoted(part)} of ${name} is not used.`);
  return {
    field,
    ...(typeof label === "string" && { title: label }),
    ...(stack !== undefined && { stacked: readStacked(stack) }),
    ...(scaleType === "log" && { isLog: true }),
    ...((type === "nominal" || type === "ordinal" || categoryScales.has(scaleType)) && { isCategory: true }),
    ...((type === "temporal" || scaleType === "time" || scaleType === "utc") && { isTime: true }),
    ...(aggregate === "sum" && { isSum: true }),
  };
}

/** Whether series are stacked. Throws `invalid_input` for shares and streams. */
export function readStacked(given: unknown): boolean {
  if (typeof given === "boolean") return given;
  if (given === null || given === "false" || given === "none") return false;
  if (given === "zero" || given === "true") return true;
  throw chartError(
    `stacked is ${quoted(given)}; it is true or false.`,
    given === "normalize"
      ? "Compute the shares first with {query_data}: 100 * v / sum(v) OVER (PARTITION BY x), and send their rows with stacked: true."
      : undefined,
  );
}

function refuseComputed(name: string, channel: Readonly<Record<string, unknown>>): void {
  const { field, aggregate, bin, timeUnit } = channel;
  const column = `"${typeof field === "string" ? field.slice(0, 60).replaceAll('"', '""') : "column"}"`;
  const query = (value: string, result: string) =>
    `Compute the values first, such as {query_data} with sql: SELECT ${value} AS ${result}, count(*) AS n FROM 'file.csv' GROUP BY ALL ORDER BY 1, and send their rows.`;
  if (bin !== undefined && bin !== null && bin !== false)
    throw chartError(
      `${name} has "bin", and a chart does not group values into bins.`,
      query(`floor(${column} / 10) * 10`, "bin"),
    );
  if (timeUnit !== undefined && timeUnit !== null)
    throw chartError(
      `${name} has the timeUnit ${quoted(timeUnit)}, and a chart does not group times.`,
      query(`strftime(date_trunc('month', ${column}), '%Y-%m')`, "month"),
    );
  if (aggregate === undefined || aggregate === null || (aggregate === "sum" && name !== "series")) return;
  throw chartError(
    `${name} has the aggregate ${quoted(typeof aggregate === "string" ? aggregate : JSON.stringify(aggregate))}; rows of the same x are added up, and nothing else is computed.`,
    "Compute the values first with {query_data} or {aggregate_data}, and send their rows.",
  );
}

/** Scales that space values evenly. */
const categoryScales = new Set(["band", "point", "ordinal"]);
const scales = new Set(["", "linear", "log", "utc", "time", ...categoryScales]);

function readScale(given: unknown, name: string): { readonly scaleType: string; readonly ignored: readonly string[] } {
  const { type, ...others } = isRecord(given) ? given : {};
  const scaleType = String(type ?? "");
  if (!scales.has(scaleType))
    throw chartError(
      `${name} has the scale ${quoted(type)}; a scale is linear or log.`,
      "Leave the scale out, or send the values as they are to be drawn.",
    );
  return { scaleType, ignored: Object.keys(others).map((key) => `scale.${key}`) };
}
