import { ToolError } from "@holdall/tool-core";
import { createCarry } from "./carry.ts";
import { cellKind, newRow, type OnRow, type Row, widenRow } from "./row.ts";
import { tooLong } from "./scan-errors.ts";

export interface CsvOptions {
  /** One ASCII character. */
  readonly delimiter: string;
  /** The column names of the first row, called once. The following rows must have as many cells. */
  readonly onFirst: (row: Row, columns: number) => boolean;
  readonly onRow: OnRow;
  /** What errors name. */
  readonly name: string;
  /** The number of the line on which the input begins; 1 if not given. */
  readonly firstLine?: number | undefined;
}

export interface Scanner {
  /** Scan a piece; false once a row was the last that is wanted. */
  push(chunk: Uint8Array): boolean;
  /** The input has ended. */
  end(): void;
}

const [quote, space, cr, lf] = [34, 32, 13, 10];

/**
 * Scan CSV by RFC 4180, byte by byte: rows end with LF, CRLF or CR, empty lines are not rows. Throws `parse_error` with
 * the line for a row with another number of cells than the first, an open quote, and text behind a closed one.
 */
export function scanCsv({ delimiter, onFirst, onRow, name, firstLine = 1 }: CsvOptions): Scanner {
  const comma = delimiter.charCodeAt(0);
  const special = new Uint8Array(256);
  for (const byte of [comma, cr, lf]) special[byte] = 1;
  const highest = Math.max(comma, cr);
  const row = newRow(16);
  const held = createCarry();
  let line = firstLine;
  let columns = -1;
  let stopped = false;

  /**
   * Scan the complete rows among the first bytes of a buffer, behind which there is a line break; where the first incomplete one
   * begins.
   */
  function scan(buffer: Uint8Array, size: number, isLast: boolean): number {
    let { starts, ends, kinds } = row;
    row.buffer = buffer;
    let at = 0;
    while (at < size) {
      const rowStart = at;
      let breaks = 0;
      let cell = 0;
      for (;;) {
        if (cell === kinds.length) {
          widenRow(row, cell + 1);
          ({ starts, ends, kinds } = row);
        }
        let byte = buffer[at]!;
        if (byte === quote) {
          let kind: number = cellKind.text;
          let close = at + 1;
          for (; ; close++) {
            byte = buffer[close]!;
            while (byte > quote || byte === space) byte = buffer[++close]!;
            if (byte === quote) {
              if (buffer[close + 1] !== quote) break;
              kind = cellKind.doubledText;
              close++;
            } else if (byte === lf) {
              if (close >= size) break;
              breaks++;
            } else if (byte === cr && buffer[close + 1] !== lf) breaks++;
          }
          if (!isLast && close + 1 >= size) return rowStart;
          if (close >= size) throw openQuote(name, line);
          starts[cell] = at + 1;
          ends[cell] = close;
          kinds[cell] = kind;
          at = close + 1;
          byte = buffer[at]!;
          if (special[byte] === 0) throw behindQuote(name, line + breaks, cell + 1);
        } else {
          starts[cell] = at;
          while (byte > highest || special[byte] === 0) byte = buffer[++at]!;
          ends[cell] = at;
          kinds[cell] = cellKind.text;
        }
        if (at === size && !isLast) return rowStart;
        cell++;
        if (byte !== comma) break;
        at++;
      }
      if (buffer[at] === cr) {
        if (at + 1 === size && !isLast) return rowStart;
        if (buffer[at + 1] === lf) at++;
      }
      at++;
      row.line = line;
      line += 1 + breaks;
      if (cell === 1 && starts[0] === ends[0] && kinds[0] === cellKind.text && buffer[rowStart] !== quote) continue;
      if (columns < 0) {
        columns = cell;
        if (!onFirst(row, cell)) continue;
      } else if (cell !== columns) throw ragged(name, row.line, columns, cell);
      if (onRow(row) === false) {
        stopped = true;
        return size;
      }
    }
    return size;
  }

  function take(chunk: Uint8Array, isLast: boolean): void {
    const { bytes, size } = held.add(chunk, lf);
    held.keep(scan(bytes, size, isLast));
    if (held.size > maxRow) throw tooLong(name, line);
  }

  return {
    push(chunk) {
      if (!stopped) take(chunk, false);
      return !stopped;
    },
    end() {
      if (!stopped && held.size > 0) take(new Uint8Array(0), true);
    },
  };
}

/** Bytes of a row; more is an open quote far above. */
export const maxRow = 16 * 1024 * 1024;

const ragged = (name: string, line: number, expected: number, found: number): ToolError =>
  new ToolError(
    "parse_error",
    `${name}, line ${line}: the row has ${found} cells, and the first one has ${expected}.`,
    {
      hint: "Correct the line, or set another delimiter. Rows are never padded, merged or dropped.",
      data: { line, expected, found },
    },
  );

const openQuote = (name: string, line: number): ToolError =>
  new ToolError("parse_error", `${name}: the row that begins on line ${line} has a quote that is not closed.`, {
    hint: "Close the quote; a quote inside a quoted cell is written twice.",
    data: { line },
  });

const behindQuote = (name: string, line: number, cell: number): ToolError =>
  new ToolError("parse_error", `${name}, line ${line}: text follows the closing quote of cell ${cell}.`, {
    hint: "Write a quote inside a quoted cell twice, or correct the delimiter.",
    data: { line, cell },
  });
