import { chartError, isRecord as isObject } from "./chart-error.ts";

type Row = Readonly<Record<string, unknown>>;

/** `{labels, datasets: [{label, data}]}` of a chart, and `{categories, series: [{name, data}]}`, as rows of label, value and series. */
export function rowsOfDatasets(
  entries: ReadonlyMap<string, unknown>,
): { readonly rows: readonly Row[]; readonly series: string | undefined; readonly yLabel?: string } | undefined {
  const data = entries.get("data");
  const inside = isObject(data) ? (data as Row) : {};
  const series = entries.get("series");
  const sets = inside.datasets ?? entries.get("datasets") ?? (Array.isArray(series) ? series : undefined);
  if (!Array.isArray(sets)) return undefined;
  const labels = inside.labels ?? entries.get("labels") ?? entries.get("categories") ?? [];
  if (!Array.isArray(labels) || sets.some((set) => !isObject(set) || !Array.isArray((set as Row).data)))
    throw chartError("The datasets of the chart have no list of data.");
  const rows = sets.flatMap((set: Row, index) =>
    (set.data as unknown[]).map((value, at): Row => {
      const { x = labels[at] ?? at + 1, y = value } = isObject(value) ? (value as Row) : {};
      return { label: x, value: y, series: String(set.label ?? set.name ?? `Series ${index + 1}`) };
    }),
  );
  const long = sets.find((set: Row) => labels.length > 0 && (set.data as unknown[]).length > labels.length);
  if (long)
    throw chartError(`A dataset has ${(long as { data: unknown[] }).data.length} values for ${labels.length} labels.`);
  const [only, ...more] = sets as Row[];
  const name = only?.label ?? only?.name;
  return {
    rows,
    series: more.length > 0 ? "series" : undefined,
    ...(more.length === 0 && name !== undefined && { yLabel: String(name) }),
  };
}
