import { ToolError } from "@holdall/tool-core";
import { cellKind, cellText, isEmptyCell, type Row } from "../scan/row.ts";
import {
  addDecimal,
  addText,
  asNumber,
  type Decimal,
  meanText,
  newSum,
  powers,
  readDecimal,
  sumText,
} from "../table/decimal.ts";

/** A cell as measures take it: a number where it is one, else its text. */
export interface MeasuredCell {
  readonly decimal: Decimal;
  /** Whether `decimal` holds the cell. */
  isDecimal: boolean;
  /** Any number; NaN where the cell is none. */
  number: number;
  row: Row;
  column: number;
}

/** Collects one figure of one group. */
export interface Measure {
  add(cell: MeasuredCell): void;
  /** The figure: a number, a text with more digits than a number keeps, or null when there was nothing to measure. */
  result(): { readonly value: unknown; readonly isExact: boolean };
}

const exact = (value: unknown) => ({ value, isExact: true });

/** Values that medians, percentiles and distinct counts hold, over all groups. */
export interface Budget {
  left: number;
}

export const newBudget = (): Budget => ({ left: 5_000_000 });

function spend(budget: Budget): void {
  if (--budget.left < 0)
    throw new ToolError(
      "too_large",
      "Medians, percentiles and distinct counts would hold more than 5,000,000 values.",
      {
        hint: "Filter the rows with `where`, or group by fewer columns.",
      },
    );
}

/** Makes a measure by its name; `p90` is the 90th percentile. Undefined for a name that is not known. */
export function measureOf(op: string, budget: Budget): (() => Measure) | undefined {
  const percent = /^p(\d{1,2}(?:\.\d+)?|100)$/.exec(op)?.[1];
  if (percent !== undefined) return () => quantile(Number(percent) / 100, budget);
  switch (op) {
    case "count":
      return count;
    case "sum":
      return sum;
    case "avg":
      return mean;
    case "min":
      return () => extreme(-1);
    case "max":
      return () => extreme(1);
    case "median":
      return () => quantile(0.5, budget);
    case "stddev":
      return deviation;
    case "distinct":
      return () => distinct(budget);
    default:
      return undefined;
  }
}

/** True for measures of finite numbers; other cells are skipped and reported. */
export const needsNumbers = (op: string): boolean => /^(sum|avg|median|stddev|p\d.*)$/.test(op);

function count(): Measure {
  let counted = 0;
  return {
    add() {
      counted++;
    },
    result: () => exact(counted),
  };
}

function sum(): Measure {
  const total = newSum();
  let counted = 0;
  return {
    add(cell) {
      counted++;
      if (cell.isDecimal) addDecimal(total, cell.decimal);
      else addText(total, cellText(cell.row, cell.column) ?? "0");
    },
    result: () => (counted === 0 ? exact(null) : { value: asNumber(sumText(total)), isExact: total.isExact }),
  };
}

function mean(): Measure {
  const total = newSum();
  let counted = 0;
  return {
    add(cell) {
      counted++;
      if (cell.isDecimal) addDecimal(total, cell.decimal);
      else addText(total, cellText(cell.row, cell.column) ?? "0");
    },
    result: () => (counted === 0 ? exact(null) : { value: asNumber(meanText(total, counted)), isExact: total.isExact }),
  };
}

/** The smallest or largest number or, where no cell is a number, text by its code units. */
function extreme(direction: -1 | 1): Measure {
  let number = Number.NaN;
  let numberText: string | undefined;
  let text: string | undefined;
  return {
    add(cell) {
      if (Number.isNaN(cell.number)) {
        const found = cellText(cell.row, cell.column) ?? "";
        if (text === undefined || (direction < 0 ? found < text : found > text)) text = found;
      } else if (Number.isNaN(number) || (cell.number - number) * direction > 0) {
        number = cell.number;
        numberText = cell.isDecimal ? undefined : cellText(cell.row, cell.column);
      }
    },
    result: () =>
      exact(Number.isNaN(number) ? (text ?? null) : numberText === undefined ? number : asNumber(numberText)),
  };
}

/** By linear interpolation between the two nearest values. */
function quantile(at: number, budget: Budget): Measure {
  let values = new Float64Array(16);
  let length = 0;
  return {
    add(cell) {
      spend(budget);
      if (length === values.length) {
        const more = new Float64Array(length * 2);
        more.set(values);
        values = more;
      }
      values[length++] = cell.number;
    },
    result() {
      if (length === 0) return exact(null);
      const sorted = values.subarray(0, length).sort();
      const place = (length - 1) * at;
      const low = sorted[Math.floor(place)]!;
      const high = sorted[Math.ceil(place)]!;
      return exact(low === high ? low : Number((low + (high - low) * (place - Math.floor(place))).toPrecision(15)));
    },
  };
}

/** Of a sample, by Welford's method; null for fewer than two values. */
function deviation(): Measure {
  let counted = 0;
  let average = 0;
  let squares = 0;
  return {
    add({ number }) {
      counted++;
      const before = number - average;
      average += before / counted;
      squares += before * (number - average);
    },
    result: () => ({ value: counted < 2 ? null : Math.sqrt(squares / (counted - 1)), isExact: false }),
  };
}

function distinct(budget: Budget): Measure {
  const seen = new Set<string>();
  return {
    add({ row, column }) {
      const key = `${row.kinds[column] === cellKind.number ? "n" : "t"}${cellText(row, column) ?? ""}`;
      if (seen.has(key)) return;
      spend(budget);
      seen.add(key);
    },
    result: () => exact(seen.size),
  };
}

/** Read a cell; false for one without anything in it. */
export function readCell(cell: MeasuredCell, row: Row, column: number): boolean {
  if (isEmptyCell(row, column)) return false;
  const kind = row.kinds[column]!;
  cell.row = row;
  cell.column = column;
  cell.isDecimal =
    (kind === cellKind.text || kind === cellKind.number) &&
    readDecimal(row.buffer, row.starts[column]!, row.ends[column]!, cell.decimal);
  if (cell.isDecimal) cell.number = cell.decimal.digits / powers[cell.decimal.scale]!;
  else cell.number = isLongNumber(row, column) ? Number(cellText(row, column)) : Number.NaN;
  return true;
}

/** A number of JSON's, or text that is one without an exponent, of too many digits for a Decimal. */
function isLongNumber(row: Row, column: number): boolean {
  const kind = row.kinds[column];
  if (kind === cellKind.number) return true;
  const length = row.ends[column]! - row.starts[column]!;
  return (
    kind === cellKind.text &&
    length > 15 &&
    length < 800 &&
    /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cellText(row, column) ?? "")
  );
}

export const newCell = (row: Row): MeasuredCell => ({
  decimal: { digits: 0, scale: 0 },
  isDecimal: false,
  number: Number.NaN,
  row,
  column: 0,
});
