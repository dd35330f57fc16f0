import { type ExactNumber, isExactNumber } from "./exact-number.ts";

/** A number as data has it: JavaScript's, a whole one of any size, or digits that neither keeps. */
export type AnyNumber = number | bigint | ExactNumber;

export const isAnyNumber = (value: unknown): value is AnyNumber =>
  typeof value === "number" || typeof value === "bigint" || isExactNumber(value);

/** Below 0 where the first is smaller, 0 where both are equal. Digits count, however many there are. */
export function compareNumbers(left: AnyNumber, right: AnyNumber): number {
  if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left > right ? 1 : 0;
  return compareNumberTexts(textOf(left), textOf(right));
}

/** The same of numbers in the spelling of JSON. */
export function compareNumberTexts(left: string, right: string): number {
  const [a, b] = [scaled(left), scaled(right)];
  if (!a || !b) return Math.sign(Number(left) - Number(right)) || 0;
  const scale = Math.max(a.scale, b.scale);
  const one = a.digits * 10n ** BigInt(scale - a.scale);
  const other = b.digits * 10n ** BigInt(scale - b.scale);
  return one < other ? -1 : one > other ? 1 : 0;
}

const textOf = (value: AnyNumber): string => (isExactNumber(value) ? value.rawJSON : String(value));

const maxScale = 1_000;

/** `digits / 10^scale`; undefined for exponents beyond what is worth computing. */
function scaled(text: string): { readonly digits: bigint; readonly scale: number } | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const scale = fraction.length - Number(exponent);
  if (Math.abs(scale) > maxScale || whole.length > maxScale) return undefined;
  const digits = BigInt(sign + whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}
