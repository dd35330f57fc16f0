import type { Row } from "../scan/row.ts";
import { rowObject } from "../table/cell-value.ts";
import { hintOf } from "../table/check-columns.ts";
import type { ColumnType } from "../table/column-types.ts";
import type { DataTable } from "../table/data-table.ts";
import type { OtherCells } from "../table/number-text.ts";
import { columnsIn, type FilterExpression } from "./filter-columns.ts";
import { compileJsonPath } from "./json-path.ts";
import { withoutExact } from "./query-document.ts";
import { type ColumnOf, compileRowFilter, type RowFilter } from "./row-filter.ts";

/** Columns of a table by name, with the types that a pass found; a column is created with the first row that has it. */
export interface ColumnView {
  readonly columnOf: ColumnOf;
  all(): { readonly name: string; readonly index: number; readonly type: ColumnType }[];
}

function viewColumns(table: DataTable, types: readonly ColumnType[]): ColumnView {
  const known = new Map<string, { name: string; index: number; type: ColumnType }>();
  const update = () => {
    for (let index = known.size; index < table.columns.length; index++) {
      const name = table.columns[index]!;
      known.set(name, { name, index, type: types[index] ?? "text" });
    }
  };
  return {
    columnOf(name) {
      if (known.size !== table.columns.length) update();
      return known.get(name);
    },
    all() {
      update();
      return [...known.values()];
    },
  };
}

/** The columns of CSV whose types a filter needs: none where cells are compared one by one, undefined for all of them. */
export function typesFor(filter: FilterExpression | undefined): ReadonlySet<string> | undefined {
  if (!filter) return new Set();
  const table = { columnOf: () => undefined, isTyped: false, others: new Map() };
  return compileRowFilter(filter, table) ? new Set() : undefined;
}

export interface PreparedFilter {
  /** The result of the filter for each row. */
  readonly test: RowFilter;
  readonly columns: ColumnView;
  /** What to tell of it once all rows were read. */
  notes(): string[];
}

export function prepareFilter(
  table: DataTable,
  filter: FilterExpression | undefined,
  types: readonly ColumnType[],
): PreparedFilter {
  const columns = viewColumns(table, types);
  if (!filter) return { test: () => true, columns, notes: () => [...(table.notes ?? [])] };
  const others = new Map<string, OtherCells>();
  const test =
    compileRowFilter(filter, { columnOf: columns.columnOf, isTyped: table.isTyped, others }) ??
    byObject(table, filter, columns);
  return {
    test,
    columns,
    notes: () => [...(table.notes ?? []), ...missingNotes(table, filter), ...otherNotes(others)],
  };
}

/** Cells that a comparison with a number could not be about. */
const otherNotes = (others: ReadonlyMap<string, OtherCells>): string[] =>
  [...others].map(
    ([name, { count, example, line }]) =>
      `${count} ${count === 1 ? "cell" : "cells"} of ${JSON.stringify(name)} compared with a number ${count === 1 ? "is" : "are"} not a number, such as ${JSON.stringify(example)} on line ${line}.`,
  );

/** Columns that no row has. */
function missingNotes(table: DataTable, filter: FilterExpression): string[] {
  if (table.columns.length === 0) return [];
  const missing = [...columnsIn(filter)].filter((name) => !table.columns.includes(name));
  if (missing.length === 0) return [];
  return [`No row has ${missing.map((name) => JSON.stringify(name)).join(", ")}. ${hintOf(table.columns)}`];
}

/** The way for every filter: each row as an object. */
function byObject(table: DataTable, filter: FilterExpression, columns: ColumnView): RowFilter {
  const query = compileJsonPath(`$[?${filter.toString()}]`);
  return (row: Row) => {
    const plain = withoutExact(rowObject(row, columns.all(), table.isTyped));
    return query.query([plain] as never).length > 0;
  };
}
