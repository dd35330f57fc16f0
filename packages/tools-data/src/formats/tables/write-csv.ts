import { cellKind, cellText, type Row } from "../../scan/row.ts";
import { encodeText } from "../../table/losses.ts";
import type { OutputBuffer } from "../../table/output-buffer.ts";
import type { RowWriter, WriterOptions } from "./row-writer.ts";

const [quote, cr, lf] = [34, 13, 10];
const startsFormula = new Set(["=", "+", "-", "@", "\t", "\r"].map((char) => char.charCodeAt(0)));
const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** CSV by RFC 4180, with LF: cells are quoted where they must be. */
export function csvWriter(options: WriterOptions): RowWriter {
  const { columns, losses, delimiter = ",", header = true, formulas, onFormula } = options;
  const comma = delimiter.charCodeAt(0);

  function cell(bytes: Uint8Array, start: number, end: number, line: number, out: OutputBuffer): void {
    let prefix = false;
    if (startsFormula.has(bytes[start]!) && end > start && !isNumber.test(ascii(bytes, start, end))) {
      onFormula?.(line);
      prefix = formulas === "escape";
    }
    let mustQuote = false;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === comma || byte === quote || byte === cr || byte === lf) {
        mustQuote = true;
        break;
      }
    }
    if (mustQuote) out.byte(quote);
    if (prefix) out.byte(39);
    let from = start;
    for (let at = bytes.indexOf(quote, start); mustQuote && at >= 0 && at < end; at = bytes.indexOf(quote, at + 1)) {
      out.copy(bytes, from, at + 1);
      out.byte(quote);
      from = at + 1;
    }
    out.copy(bytes, from, end);
    if (mustQuote) out.byte(quote);
  }

  const textCell = (text: string, line: number, out: OutputBuffer) => {
    const bytes = encodeText(text, losses, line);
    cell(bytes, 0, bytes.length, line, out);
  };

  const write = (row: Row, index: number, out: OutputBuffer) => {
    const { buffer, starts, ends, kinds } = row;
    const kind = kinds[index]!;
    if (kind === cellKind.missing || kind === cellKind.null) return;
    if (kind === cellKind.text) {
      if (starts[index] === ends[index] && options.isTyped)
        losses.add("the difference between empty text and no value", { line: row.line });
      return cell(buffer, starts[index]!, ends[index]!, row.line, out);
    }
    if (kind === cellKind.nested)
      losses.add("nested values are written as JSON text", { example: cellText(row, index) ?? "", line: row.line });
    if (kind === cellKind.number || kind === cellKind.true || kind === cellKind.false)
      return out.copy(buffer, starts[index]!, ends[index]!);
    textCell(cellText(row, index) ?? "", row.line, out);
  };

  return {
    start(out) {
      if (!header) return;
      columns.forEach(({ name }, i) => {
        if (i > 0) out.byte(comma);
        if (name === "" && columns.length === 1) out.text('""');
        else textCell(name, 1, out);
      });
      out.byte(lf);
    },
    row(row, out) {
      const before = out.length;
      for (let i = 0; i < columns.length; i++) {
        if (i > 0) out.byte(comma);
        write(row, columns[i]!.index, out);
      }
      // An empty line would be no row.
      if (out.length === before) out.text('""');
      out.byte(lf);
    },
    end() {},
  };
}

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  end - start > 60 ? "" : String.fromCharCode(...bytes.subarray(start, end));
