import { ToolError } from "@holdall/tool-core";
import { orderRows } from "../aggregate/order-rows.ts";
import type { Format } from "../formats/formats.ts";
import { documentFormat, isDocumentFormat } from "../formats/open-document-format.ts";
import { deliver } from "../source/deliver.ts";
import type { CallPlace } from "../source/input-params.ts";
import { rowObject } from "../table/cell-value.ts";
import { checkColumns } from "../table/check-columns.ts";
import type { ColumnType } from "../table/column-types.ts";
import type { DataTable } from "../table/data-table.ts";
import { encodeText, type Losses } from "../table/losses.ts";
import { writeObjects } from "../table/write-objects.ts";
import type { FilterDataInput, FilterDataOutput } from "./filter-params.ts";
import { prepareFilter } from "./filter-rows.ts";
import { pageOf } from "./page.ts";
import type { RowQuery } from "./row-query.ts";

/** Rows that are held to be ordered. */
const maxRows = 200_000;

interface OrderedCall extends FilterDataInput, CallPlace {
  readonly order_by: string[];
  readonly to: Format;
}

interface Match {
  readonly path: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The rows that match, in the order of some columns: shown from `offset`, or written. Throws `too_large` for more than it can hold. */
export async function orderMatches(
  table: DataTable,
  types: readonly ColumnType[],
  { filter, start, stop, names }: RowQuery,
  call: OrderedCall,
  losses: Losses,
): Promise<Omit<FilterDataOutput, "losses">> {
  const { limit = 100, offset = 0, order_by: order, columns: chosen = names } = call;
  const { test, columns, notes } = prepareFilter(table, filter, types);
  const matches: Match[] = [];
  let scanned = 0;
  const steps = table.read((row) => {
    const index = scanned++;
    if (index < start || index >= stop || !test(row)) return;
    if (matches.length >= maxRows) throw tooMany;
    matches.push({ path: `$[${index}]`, row: rowObject(row, columns.all(), table.isTyped) });
  });
  for await (const _ of steps);
  checkColumns(table.name, chosen ?? [], table.columns);
  const pathOf = new Map(matches.map(({ row, path }) => [row, path]));
  const ordered = orderRows([...pathOf.keys()], order, table.columns);
  const pick = (row: Match["row"]) => (chosen ? Object.fromEntries(chosen.map((name) => [name, row[name]])) : row);
  const counts = { total: matches.length, scanned, notes: notes() };
  if (call.output_path !== undefined) {
    const { to, backend, cwd, signal, overwrite = false, output_path: output } = call;
    const rows = ordered.map(pick);
    const chunks = isDocumentFormat(to) ? document(rows, to, losses) : writeObjects(rows, to, losses);
    const isText = to !== "xlsx" && to !== "parquet";
    const delivered = await deliver(chunks, { backend, output, overwrite, isText, cwd, signal });
    return { ...counts, offset: 0, ...delivered };
  }
  const page = ordered.slice(offset, offset + limit);
  const paths = page.map((row) => pathOf.get(row) ?? "");
  return { ...counts, ...pageOf(offset, page.length, matches.length), values: page.map(pick), paths };
}

async function* document(rows: readonly object[], to: Parameters<typeof documentFormat>[0], losses: Losses) {
  yield encodeText((await documentFormat(to)).write(rows, losses), losses);
}

const tooMany = new ToolError("too_large", `More than ${maxRows} rows match, which is too many to order.`, {
  hint: "Narrow the query, or leave order_by out.",
});
