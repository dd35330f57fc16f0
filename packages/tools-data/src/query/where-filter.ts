import { ToolError } from "@holdall/tool-core";
import type { ColumnType } from "../table/column-types.ts";
import type { DataTable } from "../table/data-table.ts";
import { type PreparedFilter, prepareFilter, typesFor } from "./filter-rows.ts";
import { filterOf } from "./row-filter.ts";
import { looksAtRoot } from "./row-query.ts";

/** A filter of rows that stands apart from a query. */
export interface Where {
  /** The columns of CSV whose types it needs; undefined for all of them. */
  readonly typed: ReadonlySet<string> | undefined;
  prepare(table: DataTable, types: readonly ColumnType[]): PreparedFilter;
}

/** Read a filter such as `@.price < 10`. Throws `invalid_input` for one that looks beyond a row. */
export function readWhere(written: string): Where {
  const filter = filterOf(written);
  if (looksAtRoot(filter))
    throw new ToolError("invalid_input", `${written} refers to the whole document, but rows are filtered one by one.`, {
      hint: "Compare values of a row, @.name, with each other or with literals.",
    });
  return { typed: typesFor(filter), prepare: (table, types) => prepareFilter(table, filter, types) };
}
