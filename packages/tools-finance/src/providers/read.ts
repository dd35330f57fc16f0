import { dropSequences, replaceUnseen } from "@holdall/tool-kit/text";
import { plainDecimal } from "./decimal.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A JSON text in which every number is its own digits, as text: `0.10` and `12345678901234567.89` stay what they are. */
export function parseExact(json: string): unknown {
  // Runtimes without the source of a number give the shortest digits that mean the same double.
  const reviver = (_: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" ? (context?.source ?? String(value)) : value;
  return JSON.parse(json, reviver as (key: string, value: unknown) => unknown);
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A decimal number, or undefined. */
export const decimalOf = (value: unknown): string | undefined =>
  typeof value === "string" ? plainDecimal(value) : undefined;

/** Text of the source on one line, without invisible characters; undefined if empty. */
export function textOf(value: unknown, most = 100): string | undefined {
  if (typeof value !== "string") return undefined;
  const line = replaceUnseen(dropSequences(value).text, () => " ", { everywhere: true })
    .replace(/[\s\p{Z}]+/gu, " ")
    .trim();
  return line.slice(0, most) || undefined;
}

/** Seconds since 1970 as ISO 8601; undefined for 0 and for invalid dates. */
export function timeOf(value: unknown): string | undefined {
  const seconds = Number(decimalOf(value));
  if (!(seconds > 0 && seconds < 1e11)) return undefined;
  return new Date(Math.floor(seconds * 1000)).toISOString().replace(".000Z", "Z");
}

/** A day as `YYYY-MM-DD`, or undefined. */
export const dayOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
