import { cellKind, isEmptyCell, type Row } from "../scan/row.ts";
import { isBoolean } from "../table/column-types.ts";
import type { OutputBuffer } from "../table/output-buffer.ts";
import type { OutColumn, RowWriter, WriterOptions } from "./row-writer.ts";

/** One object per line; `brackets` makes them the elements of one array. */
export function jsonWriter({ columns, isTyped }: WriterOptions, brackets: boolean): RowWriter {
  const names = columns.map(({ name }) => encoder.encode(`,${JSON.stringify(name)}:`));
  let isFirst = true;
  return {
    start(out) {
      if (brackets) out.text("[");
    },
    row(row, out) {
      if (brackets) out.text(isFirst ? "\n" : ",\n");
      isFirst = false;
      out.byte(123);
      let count = 0;
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]!;
        if (row.kinds[column.index] === cellKind.missing) continue;
        const name = names[i]!;
        out.copy(name, count++ === 0 ? 1 : 0, name.length);
        writeJsonCell(row, column, isTyped, out);
      }
      out.byte(125);
      if (!brackets) out.byte(10);
    },
    end(out) {
      if (brackets) out.text(isFirst ? "]\n" : "\n]\n");
    },
  };
}

/** A cell as JSON: numbers with the digits they were written with, text of CSV by the type of its column. */
export function writeJsonCell(row: Row, { index, type }: OutColumn, isTyped: boolean, out: OutputBuffer): void {
  const { buffer, starts, ends, kinds } = row;
  const [start, end] = [starts[index]!, ends[index]!];
  const kind = kinds[index]!;
  if (kind === cellKind.missing || kind === cellKind.null) out.copy(nothing, 0, 4);
  else if (isTyped) writeValue(row, index, out);
  else if (type !== "text" && isEmptyCell(row, index)) out.copy(nothing, 0, 4);
  else if (type === "number" || (type === "boolean" && isBoolean(buffer, start, end))) out.copy(buffer, start, end);
  else {
    out.byte(34);
    out.escaped(buffer, start, end, kind === cellKind.doubledText);
    out.byte(34);
  }
}

const encoder = new TextEncoder();
const nothing = encoder.encode("null");

/** A value of JSON as it was written. */
function writeValue({ buffer, starts, ends, kinds }: Row, index: number, out: OutputBuffer): void {
  const [start, end] = [starts[index]!, ends[index]!];
  const kind = kinds[index]!;
  if (kind === cellKind.text || kind === cellKind.escapedText) out.copy(buffer, start - 1, end + 1);
  else if (kind === cellKind.nested) copyOnOneLine(buffer, start, end, out);
  else out.copy(buffer, start, end);
}

/** Breaks in JSON stand between its tokens only. */
function copyOnOneLine(bytes: Uint8Array, start: number, end: number, out: OutputBuffer): void {
  const from = out.length;
  out.copy(bytes, start, end);
  if (!bytes.subarray(start, end).includes(10) && !bytes.subarray(start, end).includes(13)) return;
  out.blank(from);
}
