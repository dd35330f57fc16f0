import { cellKind, cellText, isEmptyCell, type Row } from "../scan/row.ts";
import { type ColumnType, isPlainNumber } from "./column-types.ts";
import { exactNumber, parseExact } from "./exact-number.ts";

/**
 * A cell as a value of JSON, by its own kind or, in CSV, by the type of its column. Numbers whose digits JavaScript does not keep are
 * ExactNumber; undefined where the row has no such key.
 */
export function cellValue(row: Row, column: number, isTyped: boolean, type: ColumnType): unknown {
  const kind = row.kinds[column]!;
  if (kind === cellKind.missing) return undefined;
  if (kind === cellKind.null) return null;
  if (!isTyped) {
    if (type !== "text" && isEmptyCell(row, column)) return null;
    const text = cellText(row, column) ?? "";
    if (type === "mixed") return isPlainNumber(row, column) ? exactNumber(text) : text;
    return type === "number" ? exactNumber(text) : type === "boolean" ? text === "true" : text;
  }
  if (kind === cellKind.true || kind === cellKind.false) return kind === cellKind.true;
  const text = cellText(row, column) ?? "";
  if (kind === cellKind.number) return exactNumber(text);
  return kind === cellKind.nested ? parseExact(text) : text;
}

/** A row as an object. */
export function rowObject(
  row: Row,
  columns: readonly { readonly name: string; readonly index: number; readonly type: ColumnType }[],
  isTyped: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap(({ name, index, type }) => {
      const value = cellValue(row, index, isTyped, type);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
