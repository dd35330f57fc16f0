import { cellKind, cellText, decode, isEmptyCell, type Row } from "../scan/row.ts";
import { type Decimal, readDecimal } from "./decimal.ts";

export type ColumnType = "text" | "number" | "boolean" | "mixed" | "empty";

/** The known facts about a column's cells so far. */
export interface ColumnFacts {
  readonly name: string;
  /** Cells without anything in them. */
  empty: number;
  filled: number;
  /** Filled cells of text that are numbers. */
  numbers: number;
  /** Those that stand for a value that is not there, such as `N/A`. */
  absent: number;
  /** Whether one is a number with a leading zero, as codes have it. */
  hasCode: boolean;
  /** The first filled cell that is not a number. */
  other: { readonly example: string; readonly line: number } | undefined;
  /** Every filled cell of text so far could be one. */
  allBooleans: boolean;
  /** Of JSON: which kinds there are, as bits, and whether every number could be one of CSV. */
  kinds: number;
  allPlain: boolean;
}

export const newFacts = (name: string): ColumnFacts => ({
  name,
  empty: 0,
  filled: 0,
  numbers: 0,
  absent: 0,
  hasCode: false,
  other: undefined,
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
  noteKind(facts, row, column);
}

function noteKind(facts: ColumnFacts, row: Row, column: number): void {
  const start = row.starts[column]!;
  const end = row.ends[column]!;
  const isPlain = row.kinds[column] === cellKind.text;
  if (facts.allBooleans && !(isPlain && isBoolean(row.buffer, start, end))) facts.allBooleans = false;
  if (isPlain && readDecimal(row.buffer, start, end, decimal)) {
    facts.numbers++;
    return;
  }
  if (isPlain && isCode(row.buffer, start, end)) facts.hasCode = true;
  if (isPlain && end - start <= 5 && absentWords.has(decode(row.buffer, start, end).toLowerCase())) facts.absent++;
  facts.other ??= { example: (cellText(row, column) ?? "").slice(0, 60), line: row.line };
}

/** What spreadsheets and databases write for a value that is not there. */
const absentWords = new Set(["n/a", "#n/a", "na", "null", "nil", "none", "nan", "\\n", "-", "--", "?", "."]);

/** A leading zero before another digit. */
function isCode(bytes: Uint8Array, start: number, end: number): boolean {
  const from = bytes[start] === 45 ? start + 1 : start;
  const isDigit = (at: number) => at < end && bytes[at]! >= 48 && bytes[at]! <= 57;
  return bytes[from] === 48 && isDigit(from + 1);
}

/** Take note of a cell of JSON. */
export function noteValue(facts: ColumnFacts, row: Row, column: number): void {
  const kind = row.kinds[column]!;
  if (kind === cellKind.missing || kind === cellKind.null) facts.empty++;
  else facts.filled++;
  facts.kinds |= 1 << kind;
  if (kind === cellKind.number && facts.allPlain)
    facts.allPlain = readDecimal(row.buffer, row.starts[column]!, row.ends[column]!, decimal);
  if (kind === cellKind.text) noteKind(facts, row, column);
  else if (kind === cellKind.escapedText) facts.allBooleans = false;
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
 * without a leading zero, booleans when every one is `true` or `false`, text otherwise. Where nearly all are numbers, it is
 * mixed: each cell is what it is. Dates are text, and so is a column in which a number has a leading zero.
 */
export function textType({ filled, numbers, absent, hasCode, allBooleans }: ColumnFacts): ColumnType {
  if (filled === 0) return "empty";
  if (numbers === filled) return "number";
  if (allBooleans) return "boolean";
  const others = filled - numbers - absent;
  return !hasCode && others * 10 <= filled && absent * 2 <= filled ? "mixed" : "text";
}

/** What to tell of the cells of a mixed column of CSV that are not numbers; undefined of any other column. */
export function otherCells(facts: ColumnFacts): string | undefined {
  if (textType(facts) !== "mixed" || !facts.other) return undefined;
  const count = facts.filled - facts.numbers;
  const { example, line } = facts.other;
  return `${count} of ${facts.filled} cells of ${JSON.stringify(facts.name)} ${count === 1 ? "is not a plain number and stays" : "are not plain numbers and stay"} text, such as ${JSON.stringify(example)} on line ${line}.`;
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

/** Whether a cell of a mixed column of CSV is a number. */
export const isPlainNumber = ({ buffer, starts, ends, kinds }: Row, column: number): boolean =>
  kinds[column] === cellKind.text && readDecimal(buffer, starts[column]!, ends[column]!, decimal);

export function isBoolean(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 4 && length !== 5) return false;
  const word = length === 4 ? "true" : "false";
  for (let i = 0; i < length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  return true;
}
