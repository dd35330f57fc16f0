import { cellKind, isEmptyCell, type Row } from "../scan/row.ts";
import { type Decimal, readDecimal } from "./decimal.ts";

export type ColumnType = "text" | "number" | "boolean" | "mixed" | "empty";

/** The known facts about a column's cells so far. */
export interface ColumnFacts {
  readonly name: string;
  /** Cells without anything in them. */
  empty: number;
  filled: number;
  /** Every filled cell of text so far could be one. */
  allNumbers: boolean;
  allBooleans: boolean;
  /** Of JSON: which kinds there are, as bits, and whether every number could be one of CSV. */
  kinds: number;
  allPlain: boolean;
}

export const newFacts = (name: string): ColumnFacts => ({
  name,
  empty: 0,
  filled: 0,
  allNumbers: true,
  allBooleans: true,
  kinds: 0,
  allPlain: true,
});

const decimal: Decimal = { digits: 0, scale: 0 };

/** Take note of a cell of CSV. */
export function noteText(facts: ColumnFacts, row: Row, column: number): void {
  if (isEmptyCell(row, column)) {
    facts.empty++;
    return;
  }
  facts.filled++;
  if (!facts.allNumbers && !facts.allBooleans) return;
  const start = row.starts[column]!;
  const end = row.ends[column]!;
  const isPlain = row.kinds[column] === cellKind.text;
  if (facts.allNumbers && !(isPlain && readDecimal(row.buffer, start, end, decimal))) facts.allNumbers = false;
  if (facts.allBooleans && !(isPlain && isBoolean(row.buffer, start, end))) facts.allBooleans = false;
}

/** Take note of a cell of JSON. */
export function noteValue(facts: ColumnFacts, row: Row, column: number): void {
  const kind = row.kinds[column]!;
  if (kind === cellKind.missing || kind === cellKind.null) facts.empty++;
  else facts.filled++;
  facts.kinds |= 1 << kind;
  const start = row.starts[column]!;
  const end = row.ends[column]!;
  if (kind === cellKind.number && facts.allPlain) facts.allPlain = readDecimal(row.buffer, start, end, decimal);
  if (kind !== cellKind.text || (!facts.allNumbers && !facts.allBooleans)) return;
  if (facts.allNumbers && !readDecimal(row.buffer, start, end, decimal)) facts.allNumbers = false;
  if (facts.allBooleans && !isBoolean(row.buffer, start, end)) facts.allBooleans = false;
}

/** How a column of JSON changes when it is read from CSV again; undefined if it stays the same. */
export function lostInCsv(facts: ColumnFacts): string | undefined {
  const type = valueType(facts);
  if (type === "text" && textType(facts) !== "text")
    return "text that is digits or true/false throughout a column reads as numbers or booleans again";
  if (type === "number" && !facts.allPlain)
    return "a column with numbers that have an exponent or more than 15 digits reads as text again";
  if (type === "mixed" && (facts.kinds & (1 << cellKind.nested)) === 0)
    return "a column of several kinds of values reads as text again";
  return undefined;
}

/**
 * The type of a column of CSV, by all of its cells: numbers when every filled cell is a plain decimal of at most 15 digits
 * without a leading zero, booleans when every one is `true` or `false`, text otherwise. Dates are text.
 */
export function textType({ filled, allNumbers, allBooleans }: ColumnFacts): ColumnType {
  if (filled === 0) return "empty";
  return allNumbers ? "number" : allBooleans ? "boolean" : "text";
}

/** The type of a column of JSON. */
export function valueType({ filled, kinds }: ColumnFacts): ColumnType {
  if (filled === 0) return "empty";
  const has = (...wanted: number[]) => wanted.some((kind) => (kinds & (1 << kind)) !== 0);
  const found = [
    has(cellKind.text, cellKind.escapedText) && "text",
    has(cellKind.number) && "number",
    has(cellKind.true, cellKind.false) && "boolean",
    has(cellKind.nested) && "mixed",
  ].filter((type) => type !== false);
  return found.length === 1 ? (found[0] as ColumnType) : "mixed";
}

export function isBoolean(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 4 && length !== 5) return false;
  const word = length === 4 ? "true" : "false";
  for (let i = 0; i < length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  return true;
}
