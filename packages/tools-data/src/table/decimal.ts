/** A plain decimal, `digits / 10^scale`, of at most 15 significant digits; the same object is used for each. */
export interface Decimal {
  digits: number;
  scale: number;
}

/**
 * Read a number that JSON could have, without an exponent and with at most 15 significant digits. False for everything else:
 * `00501`, `1e5`, `+1`, `.5`, `NaN`, 19 digits.
 */
export function readDecimal(bytes: Uint8Array, start: number, end: number, into: Decimal): boolean {
  let at = start;
  const negative = bytes[at] === 45;
  if (negative) at++;
  const first = at;
  let digits = 0;
  let point = -1;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) digits = digits * 10 + (byte - 48);
    else if (byte === 46 && point < 0) point = at;
    else return false;
  }
  const whole = (point < 0 ? end : point) - first;
  if (whole === 0 || (whole > 1 && bytes[first] === 48) || point === end - 1) return false;
  if (digits > 999_999_999_999_999 || end - first > 20) return false;
  into.digits = negative ? -digits : digits;
  into.scale = point < 0 ? 0 : end - point - 1;
  return true;
}

/** An exact sum of decimals; what only has an approximate value makes it inexact. */
export interface Sum {
  /** Digits at `scale`, of what was added since `total`. */
  recent: number;
  total: bigint;
  scale: number;
  /** The sum of what is not exact, with its compensation. */
  rough: number;
  lost: number;
  isExact: boolean;
}

export const newSum = (): Sum => ({ recent: 0, total: 0n, scale: 0, rough: 0, lost: 0, isExact: true });

const maxRecent = 2 ** 52;
const maxScale = 400;
/** Powers of ten that numbers hold exactly: more than the fraction of a Decimal has digits. */
export const powers = Float64Array.from({ length: 22 }, (_, i) => 10 ** i);

/** Add a decimal of at most 15 digits. */
export function addDecimal(sum: Sum, { digits, scale }: Decimal): void {
  if (scale > sum.scale) rescale(sum, scale);
  const scaled = scale === sum.scale ? digits : digits * (powers[sum.scale - scale] ?? Number.POSITIVE_INFINITY);
  if (Math.abs(scaled) > maxRecent) {
    sum.total += BigInt(digits) * 10n ** BigInt(sum.scale - scale);
    return;
  }
  sum.recent += scaled;
  if (Math.abs(sum.recent) > maxRecent) flush(sum);
}

/**
 * Add a number of JSON's by its text: any count of digits is exact, an exponent is not. False for anything but a finite
 * number.
 */
export function addText(sum: Sum, text: string): boolean {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?$/.exec(text) ?? [];
  if (whole !== "" && fraction.length <= maxScale) {
    if (fraction.length > sum.scale) rescale(sum, fraction.length);
    const digits = BigInt(sign + whole + fraction);
    sum.total += digits * 10n ** BigInt(sum.scale - fraction.length);
    return true;
  }
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  addRough(sum, value);
  return true;
}

/** Neumaier's compensated addition. */
function addRough(sum: Sum, value: number): void {
  const next = sum.rough + value;
  sum.lost += Math.abs(sum.rough) >= Math.abs(value) ? sum.rough - next + value : value - next + sum.rough;
  sum.rough = next;
  sum.isExact = false;
}

function flush(sum: Sum): void {
  sum.total += BigInt(sum.recent);
  sum.recent = 0;
}

function rescale(sum: Sum, scale: number): void {
  flush(sum);
  sum.total *= 10n ** BigInt(scale - sum.scale);
  sum.scale = scale;
}

/** The sum as decimal text, without zeros at the end of the fraction. */
export function sumText(sum: Sum): string {
  flush(sum);
  const exact = decimalText(sum.total, sum.scale);
  return sum.isExact ? exact : String(Number(exact) + sum.rough + sum.lost);
}

export function decimalText(digits: bigint, scale: number): string {
  const negative = digits < 0n;
  const text = (negative ? -digits : digits).toString().padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, "");
  const plain = fraction === "" ? whole : `${whole}.${fraction}`;
  return negative && plain !== "0" ? `-${plain}` : plain;
}

/** `sum / count` to 15 significant digits, rounded half away from zero, when the sum is exact. */
export function meanText(sum: Sum, count: number): string {
  flush(sum);
  if (!sum.isExact) return String(Number(sumText(sum)) / count);
  const negative = sum.total < 0n;
  const digits = negative ? -sum.total : sum.total;
  const whole = digits / (BigInt(count) * 10n ** BigInt(sum.scale));
  const places = whole === 0n ? 20 : Math.max(0, 16 - whole.toString().length);
  const scaled = (digits * 10n ** BigInt(places + 1)) / (BigInt(count) * 10n ** BigInt(sum.scale));
  const rounded = (scaled + 5n) / 10n;
  return decimalText(negative ? -rounded : rounded, places);
}

/** The number of a decimal text where JavaScript's numbers print the same digits, else the text. */
export function asNumber(text: string): number | string {
  const value = Number(text);
  return String(value) === text ? value : text;
}
