import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import type { JSONPathQuery } from "json-p3";
import type { Format } from "../formats/formats.ts";
import { documentFormat, isDocumentFormat } from "../formats/open-document-format.ts";
import type { OutColumn } from "../formats/tables/row-writer.ts";
import { type DataSource, openSource } from "../source/data-source.ts";
import { deliver } from "../source/deliver.ts";
import type { CallPlace } from "../source/input-params.ts";
import { checkInput, chosenColumns, outputFormat, readFormat } from "../source/input-params.ts";
import { cellValue, rowObject } from "../table/cell-value.ts";
import { checkColumns } from "../table/check-columns.ts";
import type { ColumnType } from "../table/column-types.ts";
import { type DataTable, profile } from "../table/data-table.ts";
import { createLosses, type Losses } from "../table/losses.ts";
import { beginsWithList, openTable } from "../table/open-table.ts";
import { withTypes } from "../table/typed-columns.ts";
import { writeObjects } from "../table/write-objects.ts";
import { writeTable } from "../table/write-table.ts";
import type { FilterDataInput, FilterDataOutput } from "./filter-params.ts";
import { prepareFilter, typesFor } from "./filter-rows.ts";
import { compileJsonPath } from "./json-path.ts";
import { orderMatches } from "./order-matches.ts";
import { pageOf } from "./page.ts";
import { plainFilter } from "./plain-filter.ts";
import { queryDocument } from "./query-document.ts";
import { asRowQuery, type RowQuery } from "./row-query.ts";

/** Find the rows or values that a call requests. */
export async function filter(call: FilterDataInput, { backend, cwd, signal }: CallPlace): Promise<FilterDataOutput> {
  checkInput(call);
  const source = await openSource({
    backend,
    path: call.path === undefined ? undefined : toPath(call.path, cwd),
    text: call.text,
    from: readFormat(call.from),
    encoding: call.encoding,
    signal,
  });
  const query = compileJsonPath(spelled(call.query ?? "$[*]"));
  const rowQuery = asRowQuery(query);
  const asked = { ...call, columns: chosenColumns(call.columns), backend, cwd, signal };
  const byDocument = () => {
    if (call.order_by) throw noRows();
    return showValues(source, query, asked, createLosses(false));
  };
  if (!rowQuery || !(await hasRows(source, call))) return byDocument();
  try {
    return await filterRows(source, rowQuery, asked);
  } catch (error) {
    // A list in JSON whose elements are not all objects.
    if (source.format === "json" && call.table === undefined && ToolError.is(error) && error.code === "wrong_kind")
      return byDocument();
    throw error;
  }
}

async function filterRows(
  source: DataSource,
  rowQuery: RowQuery,
  call: FilterDataInput & QueryContext,
): Promise<FilterDataOutput> {
  const opened = createLosses(false);
  const table = await openTable(source, { ...call, losses: opened });
  const isShown = call.output_path === undefined;
  const to = outputFormat(call.to, call.output_path, isRowFormat(source.format) ? source.format : "jsonl");
  const keepsText = !isShown && (to === "csv" || to === "tsv") && !rowQuery.names && !call.columns;
  return withTypes(table, isShown || !keepsText ? undefined : typesFor(rowQuery.filter), async (rows, { types }) => {
    const losses = createLosses(false);
    if (call.order_by) {
      const found = await orderMatches(rows, types, rowQuery, { ...call, to, order_by: call.order_by }, losses);
      return { ...found, losses: [...opened.all, ...losses.all] };
    }
    const found = isShown
      ? await showRows(rows, types, rowQuery, call)
      : await writeMatches(rows, types, rowQuery, { ...call, to }, losses);
    return { ...found, losses: [...opened.all, ...losses.all] };
  });
}

const noRows = () =>
  new ToolError("invalid_input", "The result of this query is not rows, which order_by orders.", {
    hint: "Leave order_by out, or query rows, such as $[?@.price > 10].",
  });

interface QueryContext {
  readonly backend: Backend;
  readonly cwd: Path;
  readonly signal: AbortSignal;
}

async function showValues(
  source: DataSource,
  query: JSONPathQuery,
  call: FilterDataInput & QueryContext,
  losses: Losses,
): Promise<FilterDataOutput> {
  const { limit = 100, offset = 0, output_path, to, backend, cwd, signal } = call;
  const wanted = output_path === undefined ? { limit, offset } : { limit: Number.POSITIVE_INFINITY, offset: 0 };
  const { matches, values, paths } = await queryDocument(source, query, wanted, losses);
  if (output_path === undefined) {
    return {
      total: matches,
      ...pageOf(offset, values.length, matches),
      values: [...values],
      paths: [...paths],
      losses: [...losses.all],
      notes: [],
    };
  }
  const format = outputFormat(to, output_path, "json");
  const delivered = await deliver(encodeValues(values, format, losses), {
    backend,
    output: output_path,
    overwrite: call.overwrite ?? false,
    isText: format !== "xlsx" && format !== "parquet",
    cwd,
    signal,
  });
  return { total: matches, offset: 0, ...delivered, losses: [...losses.all], notes: [] };
}

/** Values as a document, or, where they are objects and the format is one of rows, as rows. */
async function* encodeValues(values: readonly unknown[], to: Format, losses: Losses): AsyncGenerator<Uint8Array> {
  if (isDocumentFormat(to)) {
    yield new TextEncoder().encode((await documentFormat(to)).write(values, losses));
    return;
  }
  const rows = values.map((value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? value : { value },
  );
  yield* writeObjects(rows, to, losses);
}

/** A bare filter, as models write it, is one of rows. */
const spelled = (query: string): string => {
  const written = query.trim();
  return written.startsWith("$") ? written : `$[?${plainFilter(written) ?? written.replace(/^\?\s*/, "")}]`;
};

const isRowFormat = (format: Format): boolean => ["csv", "tsv", "jsonl", "xlsx", "parquet"].includes(format);

const hasRows = async (source: DataSource, { table }: FilterDataInput): Promise<boolean> =>
  table !== undefined || isRowFormat(source.format) || (source.format === "json" && (await beginsWithList(source)));

async function showRows(
  table: DataTable,
  types: readonly ColumnType[],
  { filter, start, stop, names }: RowQuery,
  call: FilterDataInput,
): Promise<Omit<FilterDataOutput, "losses">> {
  const { limit = 100, offset = 0 } = call;
  const { test, columns, notes: told } = prepareFilter(table, filter, types);
  const values: unknown[] = [];
  const paths: string[] = [];
  let scanned = 0;
  let matches = 0;
  const take = (value: unknown, path: string): void => {
    if (matches >= offset && values.length < limit) {
      values.push(value);
      paths.push(path);
    }
    matches++;
  };
  const steps = table.read((row) => {
    const index = scanned++;
    if (index >= stop) {
      scanned--;
      return false;
    }
    if (index < start || !test(row)) return undefined;
    if (names) {
      for (const name of names) {
        const column = columns.columnOf(name);
        const value = column && cellValue(row, column.index, table.isTyped, column.type);
        if (value !== undefined) take(value, `$[${index}][${JSON.stringify(name)}]`);
      }
    } else if (matches >= offset && values.length < limit) {
      const all = columns.all();
      const wanted = call.columns
        ? call.columns.flatMap((name) => all.find((column) => column.name === name) ?? [])
        : all;
      take(rowObject(row, wanted, table.isTyped), `$[${index}]`);
    } else matches++;
    return undefined;
  });
  for await (const _ of steps);
  if (scanned > 0) checkColumns(table.name, call.columns ?? [], table.columns);
  const notes = stop === Number.POSITIVE_INFINITY ? told() : [];
  return { total: matches, ...pageOf(offset, values.length, matches), scanned, values, paths, notes };
}

async function writeMatches(
  table: DataTable,
  types: readonly ColumnType[],
  { filter, start, stop, names }: RowQuery,
  { to, ...call }: FilterDataInput & QueryContext & { readonly to: Format },
  losses: Losses,
): Promise<Omit<FilterDataOutput, "losses">> {
  const counts = { total: 0, scanned: 0 };
  const { test, columns, notes: told } = prepareFilter(table, filter, types);
  // A format with a head must know every column before the first row.
  if (table.isTyped) await profile(table);
  const all = columns.all();
  if (all.length > 0) checkColumns(table.name, call.columns ?? [], table.columns);
  const chosen = call.columns ?? names ?? all.map(({ name }) => name);
  const out = chosen.flatMap((name): OutColumn[] => all.filter((column) => column.name === name));
  const chunks = writeTable(table, {
    to,
    columns: out,
    isTyped: table.isTyped,
    losses,
    test: (row) => {
      const index = counts.scanned++;
      return index >= start && index < stop && test(row);
    },
    onRow() {
      counts.total++;
    },
  });
  const delivered = await deliver(chunks, {
    backend: call.backend,
    output: call.output_path,
    overwrite: call.overwrite ?? false,
    isText: to !== "xlsx" && to !== "parquet",
    cwd: call.cwd,
    signal: call.signal,
  });
  return { ...counts, offset: 0, ...delivered, notes: told() };
}
