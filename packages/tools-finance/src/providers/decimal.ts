/** The same number without an exponent, digit for digit; `undefined` if it is not a decimal number. */
export function plainDecimal(text: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^([-+]?)(\d+)(?:\.(\d*))?(?:e([-+]?\d{1,3}))?$/i.exec(text.trim()) ?? [];
  if (whole === "") return undefined;
  const minus = sign === "-" ? "-" : "";
  const shift = Number(power);
  if (shift === 0) return `${minus}${whole}${fraction === "" ? "" : `.${fraction}`}`;
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `${minus}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return `${minus}${trimZeros(digits + "0".repeat(point - digits.length))}`;
  return `${minus}${trimZeros(digits.slice(0, point))}.${digits.slice(point)}`;
}

const trimZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

/** Whether a decimal text is zero. */
export const isZero = (text: string): boolean => /^-?0*\.?0*$/.test(text);

/** `a / b` of positive decimal texts, cut to so many significant digits and rounded half up. */
export function divide(a: string, b: string, digits = 8): string {
  const [top, topScale] = scaled(a);
  const [bottom, bottomScale] = scaled(b);
  // One more digit than is kept, to round by.
  const places = digits + 1 + String(bottom).length + Math.max(0, topScale - bottomScale);
  const quotient = (top * 10n ** BigInt(places)) / bottom;
  const scale = places + topScale - bottomScale;
  const surplus = String(quotient).length - digits;
  if (surplus <= 0) return place(quotient, scale);
  const unit = 10n ** BigInt(surplus);
  return place((quotient + unit / 2n) / unit, scale - surplus);
}

function scaled(text: string): readonly [bigint, number] {
  const [whole = "0", fraction = ""] = text.split(".");
  return [BigInt(whole + fraction), fraction.length];
}

function place(value: bigint, scale: number): string {
  if (scale <= 0) return String(value * 10n ** BigInt(-scale));
  const digits = String(value).padStart(scale + 1, "0");
  const fraction = digits.slice(-scale).replace(/0+$/, "");
  return digits.slice(0, -scale) + (fraction === "" ? "" : `.${fraction}`);
}
