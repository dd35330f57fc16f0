import { ToolError } from "@holdall/tool-core";
import { cellKind, cellText, isEmptyCell, type Row } from "../scan/row.ts";
import { compareNumberTexts } from "../table/compare-numbers.ts";
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
import { numberText } from "../table/number-text.ts";

/** A cell as measures take it: a number where it is one, else its text. */
export interface MeasuredCell {
  readonly decimal: Decimal;
  /** Whether `decimal` holds the cell. */
  isDecimal: boolean;
  /** Any number; NaN where the cell is none. */
  number: number;
  /** The spelling in JSON of a number that `decimal` does not hold. */
  longText: string | undefined;
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
      else addText(total, cell.longText ?? "0");
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
      else addText(total, cell.longText ?? "0");
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
        return;
      }
      // Rounding keeps the order, so that only equal numbers need a look at their digits.
      const isBeyond =
        Number.isNaN(number) ||
        (cell.number - number) * direction > 0 ||
        (cell.number === number &&
          cell.longText !== numberText &&
          compareNumberTexts(cell.longText ?? String(cell.number), numberText ?? String(number)) * direction > 0);
      if (!isBeyond) return;
      number = cell.number;
      numberText = cell.longText;
    },
    result: () =>
      exact(Number.isNaN(number) ? (text ?? null) : numberText === undefined ? number : asNumber(numberText)),
  };
}

/** By linear interpolation between the two nearest values. */
function quantile(at: number, budget: Budget): Measure {
  let values = new Float64Array(16);
  let length = 0;
  /** Numbers of more digits than JavaScript's keep. */
  const long: string[] = [];
  const put = (value: number): void => {
    if (length === values.length) {
      const more = new Float64Array(length * 2);
      more.set(values);
      values = more;
    }
    values[length++] = value;
  };
  return {
    add(cell) {
      spend(budget);
      if (cell.longText === undefined) put(cell.number);
      else long.push(cell.longText);
    },
    result() {
      const count = length + long.length;
      if (count === 0) return exact(null);
      const sorted = values.subarray(0, length).sort();
      const all = long.length === 0 ? sorted : [...Array.from(sorted, String), ...long].sort(compareNumberTexts);
      const place = (count - 1) * at;
      const low = all[Math.floor(place)]!;
      const high = all[Math.ceil(place)]!;
      if (low === high) return exact(typeof low === "string" ? asNumber(low) : low);
      const between = Number(low) + (Number(high) - Number(low)) * (place - Math.floor(place));
      return { value: Number(between.toPrecision(15)), isExact: long.length === 0 };
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
  cell.longText = cell.isDecimal ? undefined : longNumber(row, column);
  if (cell.isDecimal) cell.number = cell.decimal.digits / powers[cell.decimal.scale]!;
  else cell.number = cell.longText === undefined ? Number.NaN : Number(cell.longText);
  return true;
}

/** A number of JSON's, or text of CSV that is one in another spelling or of too many digits for a Decimal. */
function longNumber(row: Row, column: number): string | undefined {
  const kind = row.kinds[column];
  if (kind === cellKind.number) return cellText(row, column);
  const length = row.ends[column]! - row.starts[column]!;
  return kind === cellKind.text && length < 800 ? numberText(cellText(row, column) ?? "") : undefined;
}

export const newCell = (row: Row): MeasuredCell => ({
  decimal: { digits: 0, scale: 0 },
  isDecimal: false,
  number: Number.NaN,
  longText: undefined,
  row,
  column: 0,
});
