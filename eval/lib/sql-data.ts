import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

const packages = join(import.meta.dirname, "../../node_modules");

/** The folder of open data that the package vega-datasets ships. */
export const dataFolder = realpathSync(join(packages, "vega-datasets/data"));
/** The folder of names of countries that the package i18n-iso-countries ships. */
export const namesFolder = realpathSync(join(packages, "i18n-iso-countries"));

export type CsvRow = Readonly<Record<string, string>>;
// biome-ignore lint/suspicious/noExplicitAny: questions read the fields of some sixty shapes
export type JsonRow = Readonly<Record<string, any>>;

/** The rows of a CSV file as text, read by other code than that of the tools. */
export function csv(name: string, delimiter = ","): CsvRow[] {
  const text = readFileSync(join(dataFolder, name), "utf8").replace(/^\ufeff/, "");
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell);
    cell = "";
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i];
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === delimiter) endCell();
    else if (character === "\n") {
      endCell();
      rows.push([]);
    } else if (character !== "\r") cell += character;
  }
  if (cell !== "" || rows.at(-1)!.length > 0) endCell();
  const [names = [], ...data] = rows.filter((row) => row.length > 0);
  return data.map((row) => Object.fromEntries(names.map((column, i) => [column, row[i] ?? ""])));
}

export const json = (name: string, folder = dataFolder): JsonRow[] =>
  JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonRow[];

/** The exact sum of decimals that are written as text. */
export function sumOf(values: readonly (string | number)[]): string {
  const scale = 24;
  let sum = 0n;
  for (const value of values) {
    const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(String(value))!;
    sum += BigInt(`${sign}${whole}${fraction.padEnd(scale, "0")}`);
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, "0");
  return `${sum < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

export function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Texts in the order of their bytes, as the engine orders them. */
export const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The largest first. */
export const most = (entries: Iterable<readonly [string, number]>, count: number): (readonly [string, number])[] =>
  [...entries].toSorted(([a, x], [b, y]) => y - x || byText(a, b)).slice(0, count);
