import type { Row } from "../scan/row.ts";
import { rowObject } from "../table/cell-value.ts";
import type { ColumnType } from "../table/column-types.ts";
import { type DataTable, profile } from "../table/data-table.ts";
import { hintOf } from "../table/no-column.ts";
import { columnsIn, type FilterExpression, typedColumns } from "./filter-columns.ts";
import { compileJsonPath } from "./json-path.ts";
import { type ColumnOf, compileRowFilter, type RowFilter } from "./row-filter.ts";

/** Columns of a table by name, with the types that a pass over it found; a column comes to be with the first row that has it. */
export interface ColumnView {
  readonly columnOf: ColumnOf;
  all(): { readonly name: string; readonly index: number; readonly type: ColumnType }[];
}

export function viewColumns(table: DataTable, types: ReadonlyMap<string, ColumnType>): ColumnView {
  const known = new Map<string, { name: string; index: number; type: ColumnType }>();
  const update = () => {
    for (let index = known.size; index < table.columns.length; index++) {
      const name = table.columns[index]!;
      known.set(name, { name, index, type: types.get(name) ?? "text" });
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

/**
 * What a filter makes of each row. Reads the table once before where the types of columns of CSV count.
 */
export async function prepareFilter(
  table: DataTable,
  filter: FilterExpression | undefined,
  needsTypes: boolean,
): Promise<{ readonly test: RowFilter; readonly columns: ColumnView }> {
  const types = new Map<string, ColumnType>();
  const learn = async (only?: ReadonlySet<string>) => {
    if (table.isTyped) return;
    const { facts, types: found } = await profile(table, only);
    facts.forEach(({ name }, i) => {
      if (!only || only.has(name)) types.set(name, found[i]!);
    });
  };
  const wanted = filter ? typedColumns(filter) : new Set<string>();
  const columns = viewColumns(table, types);
  const compiled = filter ? compileRowFilter(filter, columns.columnOf, table.isTyped) : () => true;
  if (needsTypes || !compiled) await learn();
  else if (wanted.size > 0) await learn(wanted);
  const fresh = viewColumns(table, types);
  if (!filter) return { test: () => true, columns: fresh };
  const test = compileRowFilter(filter, fresh.columnOf, table.isTyped) ?? byObject(table, filter, fresh);
  return { test, columns: fresh };
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
