import type { Row } from "../scan/row.ts";
import { rowObject } from "../table/cell-value.ts";
import type { ColumnType } from "../table/column-types.ts";
import type { DataTable } from "../table/data-table.ts";
import { hintOf } from "../table/no-column.ts";
import { columnsIn, type FilterExpression, typedColumns } from "./filter-columns.ts";
import { compileJsonPath } from "./json-path.ts";
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

/** The columns of CSV whose types a filter needs; undefined for all of them. */
export function typesFor(filter: FilterExpression | undefined): ReadonlySet<string> | undefined {
  if (!filter) return new Set();
  return compileRowFilter(filter, () => undefined, false) && typedColumns(filter);
}

/** The result of a filter for each row. */
export function prepareFilter(
  table: DataTable,
  filter: FilterExpression | undefined,
  types: readonly ColumnType[],
): { readonly test: RowFilter; readonly columns: ColumnView } {
  const columns = viewColumns(table, types);
  if (!filter) return { test: () => true, columns };
  const test = compileRowFilter(filter, columns.columnOf, table.isTyped) ?? byObject(table, filter, columns);
  return { test, columns };
}

/** What to tell of a filter over all rows that asks for columns none of them has. */
export function notesOf(table: DataTable, filter: FilterExpression | undefined): string[] {
  if (!filter || table.columns.length === 0) return [];
  const missing = [...columnsIn(filter)].filter((name) => !table.columns.includes(name));
  if (missing.length === 0) return [];
  return [`No row has ${missing.map((name) => JSON.stringify(name)).join(", ")}. ${hintOf(table.columns)}`];
}

/** The way for every filter: each row as an object. */
function byObject(table: DataTable, filter: FilterExpression, columns: ColumnView): RowFilter {
  const query = compileJsonPath(`$[?${filter.toString()}]`);
  return (row: Row) => {
    const plain = JSON.parse(JSON.stringify(rowObject(row, columns.all(), table.isTyped)));
    return query.query([plain]).length > 0;
  };
}
