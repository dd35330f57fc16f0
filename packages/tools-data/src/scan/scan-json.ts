import { createCarry } from "./carry.ts";
import { cellKind, decode, newRow, type OnRow, widenRow } from "./row.ts";
import { maxRow, type Scanner } from "./scan-csv.ts";
import { badJson, tooLong } from "./scan-errors.ts";
import { JsonSyntax, skipBlanks, skipColon, skipString, skipValue } from "./skip-json.ts";

const lf = 10;

export interface JsonOptions {
  /** Those known so far; a row has a cell for each. */
  readonly columns: readonly string[];
  /** The column of a key; -1 for one that is not wanted. A key that is asked for the first time may become a new one. */
  readonly columnOf: (key: string) => number;
  readonly onRow: OnRow;
  /** A row that is not an object. */
  readonly onOther: (kind: number, line: number) => void;
  /** A duplicate key of a row. It may be reported again if a row arrives in pieces. */
  readonly onTwice?: ((column: number, line: number) => void) | undefined;
  readonly name: string;
}

/**
 * Scan JSON Lines, or the elements of one JSON array, byte by byte: numbers keep their digits, and values that are not wanted
 * are checked and passed over. A key that comes twice counts as it was written last. Throws `parse_error` with the line.
 */
export function scanJson({ columns, columnOf, onRow, onOther, onTwice, name }: JsonOptions): Scanner {
  const row = newRow(16);
  const keys: Key[] = [];
  const held = createCarry();
  let line = 1;
  let form: "unknown" | "lines" | "array" | "ended" = "unknown";
  let needsComma = false;
  let stopped = false;

  /** Scan the complete rows among the first bytes of a buffer, behind which there is a 0; where the first incomplete one begins. */
  function scan(buffer: Uint8Array, size: number, isLast: boolean): number {
    row.buffer = buffer;
    let at = 0;
    let nextBreak = buffer.indexOf(lf);
    // In lines, what is after the last break is not complete.
    const end = isLast || form !== "lines" ? size : buffer.lastIndexOf(lf, size - 1) + 1;
    const countLines = (until: number): void => {
      for (; nextBreak >= 0 && nextBreak < until; nextBreak = buffer.indexOf(lf, nextBreak + 1)) line++;
    };
    for (;;) {
      at = skipBlanks(buffer, at);
      countLines(at);
      if (at >= end) return at;
      if (form === "unknown") {
        form = buffer[at] === 91 ? "array" : "lines";
        if (form === "array") {
          at++;
          continue;
        }
      }
      if (form === "ended") throw badJson(name, line, "something follows the end of the array");
      if (form === "array") {
        if (buffer[at] === 93) {
          form = "ended";
          at++;
          continue;
        }
        if (needsComma) {
          if (buffer[at] !== 44) throw badJson(name, line, "a comma between two elements is missing");
          needsComma = false;
          at++;
          continue;
        }
      }
      const start = at;
      try {
        const kind = buffer[at] === 123 ? undefined : kindOf(buffer[at]!);
        at = kind === undefined ? readObject(buffer, at) : Math.abs(skipValue(buffer, at));
        if (at === size && !isLast) return start;
        if (form === "lines" && !endsLine(buffer, at, size))
          throw new JsonSyntax("there is more than one value on the line", at);
        row.line = line;
        needsComma = form === "array";
        if (kind !== undefined) onOther(kind, row.line);
        else if (onRow(row) === false) {
          stopped = true;
          return size;
        }
      } catch (error) {
        if (!(error instanceof JsonSyntax)) throw error;
        const isOpen = error.at >= size;
        // It may continue in the next chunk.
        if (isOpen && !isLast) return start;
        countLines(Math.min(error.at, size));
        throw badJson(name, line, isOpen ? "a value is not closed" : error.message);
      }
    }
  }

  /**
   * Fill the row with the wanted members of an object; where it ends. Members mostly come in the order of the row before, written
   * in the same way.
   */
  function readObject(buffer: Uint8Array, start: number): number {
    widenRow(row, columns.length);
    for (let i = 0; i < columns.length; i++) row.kinds[i] = cellKind.missing;
    let at = start;
    for (let member = 0; ; member++) {
      let key = keys[member];
      if (key && isNext(buffer, at, key.bytes)) at = skipBlanks(buffer, at + key.bytes.length);
      else {
        const first = skipBlanks(buffer, at + 1);
        if (member === 0 && buffer[first] === 125) return first + 1;
        key = readKey(buffer, at, first);
        if (member < 4_096) keys[member] = key;
        at += key.bytes.length;
      }
      const { column } = key;
      const first = buffer[at]!;
      if (first === 34) {
        const end = skipString(buffer, at + 1);
        const close = end < 0 ? -end : end;
        if (column >= 0) setCell(column, at + 1, close - 1, end < 0 ? cellKind.escapedText : cellKind.text);
        at = close;
      } else {
        const end = skipValue(buffer, at);
        if (column >= 0) setCell(column, at, end, kindOf(first));
        at = end;
      }
      if (buffer[at] === 44) continue;
      at = skipBlanks(buffer, at);
      if (buffer[at] === 125) return at + 1;
      if (buffer[at] !== 44) throw new JsonSyntax("a comma or a closing bracket is missing", at);
    }
  }

  function readKey(buffer: Uint8Array, from: number, start: number): Key {
    if (buffer[start] !== 34) throw new JsonSyntax("a key is not a string in quotes", start);
    const end = skipString(buffer, start + 1);
    const value = skipColon(buffer, Math.abs(end));
    const text = decode(buffer, start + 1, Math.abs(end) - 1);
    const column = columnOf(end < 0 ? (JSON.parse(`"${text}"`) as string) : text);
    return { bytes: buffer.slice(from, value), column };
  }

  function setCell(column: number, start: number, end: number, kind: number): void {
    if (column >= row.kinds.length) widenRow(row, column + 1);
    if (row.kinds[column] !== cellKind.missing) onTwice?.(column, line);
    row.kinds[column] = kind;
    row.starts[column] = start;
    row.ends[column] = end;
  }

  function take(chunk: Uint8Array, isLast: boolean): void {
    const { bytes, size } = held.add(chunk, 0);
    held.keep(scan(bytes, size, isLast));
    if (held.size > maxRow) throw tooLong(name, line);
  }

  return {
    push(chunk) {
      if (!stopped) take(chunk, false);
      return !stopped;
    },
    end() {
      if (stopped) return;
      take(new Uint8Array(0), true);
      if (form === "array") throw badJson(name, line, "the array is not closed");
    },
  };
}

interface Key {
  /** From the bracket or comma before it to its value, or to blanks before that. */
  readonly bytes: Uint8Array;
  readonly column: number;
}

function isNext(buffer: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (buffer[start + i] !== bytes[i]) return false;
  return true;
}

/** The kind of a value, by its first byte. */
function kindOf(first: number): number {
  switch (first) {
    case 34:
      return cellKind.text;
    case 123:
    case 91:
      return cellKind.nested;
    case 116:
      return cellKind.true;
    case 102:
      return cellKind.false;
    case 110:
      return cellKind.null;
    default:
      return cellKind.number;
  }
}

/** True if only blanks follow on the line. */
function endsLine(buffer: Uint8Array, at: number, size: number): boolean {
  while (buffer[at] === 32 || buffer[at] === 9 || buffer[at] === 13) at++;
  return at >= size || buffer[at] === 10;
}
