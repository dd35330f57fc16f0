import { ToolError, toPath } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { lazy } from "@holdall/tool-kit/file-tools";
import { documentFormat, isDocumentFormat } from "../formats/open-document-format.ts";
import { openSource } from "../source/data-source.ts";
import { deliver } from "../source/deliver.ts";
import { type CallPlace, checkInput, outputFormat, readFormat } from "../source/input-params.ts";
import { checkColumns } from "../table/check-columns.ts";
import { createLosses, encodeText } from "../table/losses.ts";
import { openTable } from "../table/open-table.ts";
import { withTypes } from "../table/typed-columns.ts";
import { writeObjects } from "../table/write-objects.ts";
import type { AggregateDataInput, AggregateDataOutput } from "./aggregate-params.ts";
import { groupRows, type WantedMeasure } from "./group-rows.ts";
import { measureOf, newBudget } from "./measures.ts";
import { orderRows } from "./order-rows.ts";

const loadQuery = lazy(() => import("../query/where-filter.ts"));

/** Group and measure as a call says. */
export async function aggregate(
  call: AggregateDataInput,
  { backend, cwd, signal }: CallPlace,
): Promise<AggregateDataOutput> {
  checkInput(call);
  const measures = readMeasures(call);
  const by = call.group_by ?? [];
  checkNames([...by, ...measures.map(({ as }) => as)]);
  const source = await openSource({
    backend,
    path: call.path === undefined ? undefined : toPath(call.path, cwd),
    text: call.text,
    from: readFormat(call.from),
    encoding: call.encoding,
    signal,
  });
  const losses = createLosses(false);
  const table = await openTable(source, { ...call, losses });
  const where = call.where === undefined ? undefined : (await loadQuery()).readWhere(call.where);
  const grouped = await withTypes(table, where ? where.typed : new Set(), async (rows, { types }) => {
    const filter = where?.prepare(rows, types);
    return {
      ...(await groupRows(rows, { by, measures, test: filter?.test })),
      notes: filter?.notes() ?? rows.notes ?? [],
    };
  });
  // In JSON a column that no row has would be one without values everywhere.
  if (grouped.scanned > 0)
    checkColumns(source.name, [...by, ...measures.flatMap(({ column }) => column ?? [])], table.columns);
  const rows = orderRows(grouped.rows, call.order_by ?? [], [...by, ...measures.map(({ as }) => as)]);
  const { limit = 100, output_path } = call;
  const facts = {
    total: rows.length,
    scanned: grouped.scanned,
    used: grouped.used,
    not_numbers: grouped.skipped.map((each) => ({ ...each })),
    exact: grouped.isExact,
  };
  const notes = () => [
    ...grouped.notes,
    ...losses.all.map(
      ({ what, example }) => `Left out: ${what}${example === undefined ? "" : `, such as ${example}`}.`,
    ),
  ];
  const cells = grouped.skipped.reduce((sum, each) => sum + each.cells, 0);
  if (output_path === undefined) {
    const left = leftOut({ beyond_limit: Math.max(0, rows.length - limit), not_numbers: cells });
    return { ...facts, ...left, rows: rows.slice(0, limit), notes: notes() };
  }
  const to = outputFormat(call.to, output_path, "json");
  const chunks = isDocumentFormat(to) ? document(rows, to, losses) : writeObjects(rows, to, losses);
  const isText = to !== "xlsx" && to !== "parquet";
  const { path, version } = await deliver(chunks, {
    backend,
    output: output_path,
    overwrite: call.overwrite ?? false,
    isText,
    cwd,
    signal,
  });
  return { ...facts, ...leftOut({ not_numbers: cells }), rows: [], path, version, notes: notes() };
}

async function* document(
  rows: readonly object[],
  to: Parameters<typeof documentFormat>[0],
  losses: ReturnType<typeof createLosses>,
): AsyncGenerator<Uint8Array> {
  yield encodeText((await documentFormat(to)).write(rows, losses), losses);
}

/** Other names of measures. */
const spellings: Readonly<Record<string, string>> = {
  mean: "avg",
  average: "avg",
  total: "sum",
  minimum: "min",
  maximum: "max",
  count_distinct: "distinct",
  nunique: "distinct",
  unique: "distinct",
  std: "stddev",
  stdev: "stddev",
  stddev_samp: "stddev",
  size: "count",
};

function readMeasures({ measures = [] }: AggregateDataInput): WantedMeasure[] {
  const wanted: typeof measures = measures.length === 0 ? [{ op: "count" }] : measures;
  return wanted.map(({ op: written, column, as }) => {
    const folded = written.trim().toLowerCase();
    const op = spellings[folded] ?? folded;
    if (!measureOf(op, newBudget()))
      throw new ToolError("invalid_input", `${JSON.stringify(written.slice(0, 40))} is not a measure.`, {
        hint: "Use count, sum, avg, min, max, median, distinct, stddev, or a percentile such as p90.",
      });
    if (column === undefined && op !== "count")
      throw new ToolError("invalid_input", `The measure ${op} needs a column.`, {
        hint: `Write { "op": "${op}", "column": "price" }.`,
      });
    return { op, column, as: as ?? (column === undefined ? "count" : `${op}_${column}`) };
  });
}

/** Two figures of one name would be one. */
function checkNames(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return;
  throw new ToolError("invalid_input", `Two columns of the result would have the name ${JSON.stringify(twice)}.`, {
    hint: 'Rename one of the measures with `as`, such as { "op": "count", "as": "rows" }.',
    data: { name: twice },
  });
}
