import type { Row } from "../scan/row.ts";
import { type Decimal, powers, readDecimal } from "./decimal.ts";
import { type ExactNumber, exactNumber } from "./exact-number.ts";

/**
 * The JSON spelling of a number that a text is, with all of its digits: ` 5`, `+5`, `.5`, `5.`, `1e3`. Undefined for everything
 * else, such as `00501`, which is a code, and `1,000`, `$10` and `0x1F`.
 */
export function numberText(text: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = ""] =
    /^\s*([+-]?)(0|[1-9]\d*)?(?:\.(\d*))?([eE][+-]?\d{1,4})?\s*$/.exec(text) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const point = fraction === "" ? "" : `.${fraction}`;
  return `${sign === "-" ? "-" : ""}${whole || "0"}${point}${exponent}`;
}

const decimal: Decimal = { digits: 0, scale: 0 };

/** The number in some bytes of CSV; undefined where they are none. */
export function numberIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  text: () => string,
): number | ExactNumber | undefined {
  if (readDecimal(bytes, start, end, decimal)) return decimal.digits / powers[decimal.scale]!;
  if (end - start > 800) return undefined;
  const written = numberText(text());
  return written === undefined ? undefined : exactNumber(written);
}

/** The cells of one column that are not of the kind that the others are, or that was asked for. */
export interface OtherCells {
  count: number;
  readonly example: string;
  readonly line: number;
}

/** Count a cell, and keep the first of its column as the example. */
export function noteOther(others: Map<string, OtherCells>, name: string, row: Row, text: string): void {
  const known = others.get(name);
  if (known) known.count++;
  else others.set(name, { count: 1, example: text.slice(0, 60), line: row.line });
}
