import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDecimal, addText, meanText, newSum, readDecimal, sumText } from "./decimal.ts";

const read = (text: string) => {
  const into = { digits: 0, scale: 0 };
  const bytes = new TextEncoder().encode(text);
  return readDecimal(bytes, 0, bytes.length, into) ? into : undefined;
};

describe("plain decimals", () => {
  test.each([
    ["0", 0, 0],
    ["-12.50", -1250, 2],
    ["0.001", 1, 3],
    ["999999999999999", 999_999_999_999_999, 0],
  ])("%s is one", (text, digits, scale) => {
    expect(read(text)).toEqual({ digits, scale });
  });

  test.each([
    "",
    "-",
    "00501",
    "1e5",
    "+1",
    ".5",
    "5.",
    "1.2.3",
    "NaN",
    "0x1F",
    "1_000",
    "1,5",
    " 1",
    "1000000000000000",
  ])("%j is none", (text) => {
    expect(read(text)).toBeUndefined();
  });
});

test("cents add up exactly where floating point does not", () => {
  const sum = newSum();
  for (const text of ["0.1", "0.2", "1.005", "-3", "858411460.65"]) addDecimal(sum, read(text)!);
  expect(sumText(sum)).toBe("858411458.955");
  expect(sum.isExact).toBe(true);
});

test("any order and any digits give the sum that big integers give", () => {
  const digits = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(fc.array(fc.tuple(digits, fc.integer({ min: 0, max: 12 }))), (numbers) => {
      const sum = newSum();
      let total = 0n;
      for (const [value, scale] of numbers) {
        total += value * 10n ** BigInt(12 - scale);
        const negative = value < 0n;
        const padded = (negative ? -value : value).toString().padStart(scale + 1, "0");
        const text = `${negative ? "-" : ""}${padded.slice(0, padded.length - scale)}${scale > 0 ? `.${padded.slice(-scale)}` : ""}`;
        const plain = read(text);
        if (plain) addDecimal(sum, plain);
        else addText(sum, text);
      }
      const [whole = "0", fraction = ""] = sumText(sum).split(".");
      const sign = sumText(sum).startsWith("-") ? -1n : 1n;
      expect(BigInt(whole.replace("-", "")) * 10n ** 12n + BigInt(fraction.padEnd(12, "0"))).toBe(total * sign);
    }),
    { numRuns: 200, seed: 1 },
  );
});

test("an exponent makes a sum inexact, and what is no finite number is refused", () => {
  const sum = newSum();
  expect([addText(sum, "1e2"), addText(sum, "1e400"), addText(sum, "1")]).toEqual([true, false, true]);
  expect([sumText(sum), sum.isExact]).toEqual(["101", false]);
});

test("a mean has fifteen digits", () => {
  const sum = newSum();
  for (const text of ["1", "1", "0"]) addDecimal(sum, read(text)!);
  expect(meanText(sum, 3)).toBe("0.66666666666666666667");
});
