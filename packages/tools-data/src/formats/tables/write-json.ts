import { cellKind, isEmptyCell, type Row } from "../../scan/row.ts";
import { isBoolean, isPlainNumber } from "../../table/column-types.ts";
import { copyBytes, escapeBytes } from "../../table/output-buffer.ts";
import type { OutColumn, RowWriter, WriterOptions } from "./row-writer.ts";

/** One object per line; `brackets` makes them the elements of one array. */
export function jsonWriter({ columns, isTyped }: WriterOptions, brackets: boolean): RowWriter {
  const names = columns.map(({ name }) => encoder.encode(`,${JSON.stringify(name)}:`));
  const fixed = names.reduce((sum, { length }) => sum + length + nothing.length, 8);
  let isFirst = true;
  return {
    start(out) {
      if (brackets) out.text("[");
    },
    row(row, out) {
      let most = fixed;
      for (const { index } of columns) most += (row.ends[index]! - row.starts[index]!) * 6;
      const to = out.room(most);
      let at = out.length;
      if (brackets) {
        if (!isFirst) to[at++] = 44;
        to[at++] = 10;
        isFirst = false;
      }
      to[at++] = 123;
      let count = 0;
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]!;
        if (row.kinds[column.index] === cellKind.missing) continue;
        const name = names[i]!;
        at = copyBytes(name, count++ === 0 ? 1 : 0, name.length, to, at);
        at = writeJsonCell(row, column, isTyped, to, at);
      }
      to[at++] = 125;
      if (!brackets) to[at++] = 10;
      out.length = at;
    },
    end(out) {
      if (brackets) out.text(isFirst ? "]\n" : "\n]\n");
    },
  };
}

const encoder = new TextEncoder();
const nothing = encoder.encode("null");

/** Write a cell as JSON, and tell where it ends: numbers with the digits they were written with, text of CSV by the type of its column. */
function writeJsonCell(row: Row, { index, type }: OutColumn, isTyped: boolean, to: Uint8Array, place: number): number {
  const { buffer } = row;
  const start = row.starts[index]!;
  const end = row.ends[index]!;
  const kind = row.kinds[index]!;
  if (kind === cellKind.null) return copyBytes(nothing, 0, 4, to, place);
  if (isTyped) {
    if (kind === cellKind.text || kind === cellKind.escapedText)
      return copyBytes(buffer, start - 1, end + 1, to, place);
    const at = copyBytes(buffer, start, end, to, place);
    if (kind === cellKind.nested) blankBreaks(to, place, at);
    return at;
  }
  if (type !== "text") {
    if (isEmptyCell(row, index)) return copyBytes(nothing, 0, 4, to, place);
    const isBare =
      type === "number" ||
      (type === "boolean" && isBoolean(buffer, start, end)) ||
      (type === "mixed" && isPlainNumber(row, index));
    if (isBare) return copyBytes(buffer, start, end, to, place);
  }
  to[place] = 34;
  const at = escapeBytes(buffer, start, end, to, place + 1, kind === cellKind.doubledText);
  to[at] = 34;
  return at + 1;
}

/** Breaks in JSON stand between its tokens only. */
function blankBreaks(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) if (bytes[at] === 10 || bytes[at] === 13) bytes[at] = 32;
}
