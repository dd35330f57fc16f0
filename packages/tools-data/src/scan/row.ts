/**
 * The content of a cell as a scanner finds it. Only JSON has numbers: whether CSV text is a number depends on its
 * column.
 */
export const cellKind = {
  /** The row has no such key. */
  missing: 0,
  /** Bytes that stand for themselves. */
  text: 1,
  /** Bytes of CSV in which `""` stands for a quote. */
  doubledText: 2,
  /** Bytes of a JSON string with escapes. */
  escapedText: 3,
  number: 4,
  true: 5,
  false: 6,
  null: 7,
  /** An array or object, as JSON. */
  nested: 8,
} as const;

/** One row, whose cells are spans of a buffer. The same object is used for every row: it is good until the next one. */
export interface Row {
  buffer: Uint8Array;
  /** Where the cells begin and end, and what they are, by column. */
  starts: Int32Array;
  ends: Int32Array;
  kinds: Uint8Array;
  /** The line on which it begins, from 1. */
  line: number;
}

/** Called for each row; returning `false` ends the scan. */
export type OnRow = (row: Row) => boolean | undefined;

export function newRow(columns: number): Row {
  return {
    buffer: new Uint8Array(0),
    starts: new Int32Array(columns),
    ends: new Int32Array(columns),
    kinds: new Uint8Array(columns),
    line: 0,
  };
}

/** Make room for more columns. */
export function widenRow(row: Row, columns: number): void {
  if (row.kinds.length >= columns) return;
  const size = Math.max(columns, row.kinds.length * 2);
  const copy = <T extends Int32Array | Uint8Array>(from: T, to: T): T => {
    to.set(from);
    return to;
  };
  row.starts = copy(row.starts, new Int32Array(size));
  row.ends = copy(row.ends, new Int32Array(size));
  row.kinds = copy(row.kinds, new Uint8Array(size));
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of some bytes. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 24) return utf8.decode(bytes.subarray(start, end));
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte > 127) return utf8.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** The text of a cell: of a number, a literal and a nested value their JSON; undefined where there is none. */
export function cellText({ buffer, starts, ends, kinds }: Row, column: number): string | undefined {
  const kind = kinds[column];
  const [start, end] = [starts[column]!, ends[column]!];
  if (kind === cellKind.missing || kind === cellKind.null) return undefined;
  if (kind === cellKind.doubledText) return decode(buffer, start, end).replaceAll('""', '"');
  if (kind === cellKind.escapedText) return JSON.parse(`"${decode(buffer, start, end)}"`) as string;
  return decode(buffer, start, end);
}

/** True for a cell without anything in it: of CSV an empty one, of JSON `null` or none. */
export const isEmptyCell = ({ starts, ends, kinds }: Row, column: number): boolean => {
  const kind = kinds[column]!;
  return (
    kind === cellKind.missing || kind === cellKind.null || (kind === cellKind.text && starts[column] === ends[column])
  );
};
