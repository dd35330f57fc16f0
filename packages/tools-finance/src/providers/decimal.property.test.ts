import fc from "fast-check";
import { expect, test } from "vitest";
import { divide, plainDecimal } from "./decimal.ts";
import { parseExact } from "./read.ts";

test("a number keeps its value without an exponent, whatever its form", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const plain = plainDecimal(String(number));
      expect(plain).not.toMatch(/e/i);
      expect(Number(plain)).toBe(number === 0 ? 0 : number);
    }),
  );
});

test.each([
  ["8.7e-06", "0.0000087"],
  ["1.5E+3", "1500"],
  ["12.34e1", "123.4"],
  ["0.5e1", "5"],
  ["0.10", "0.10"],
  ["-.5", undefined],
  ["1,234.5", undefined],
  ["", undefined],
  ["None", undefined],
])("%s is %s", (text, plain) => expect(plainDecimal(text)).toBe(plain));

test("numbers of JSON keep digits that no double has", () => {
  expect(parseExact('{"a":12345678901234567.89,"b":[0.10,true,null,"1.0"]}')).toEqual({
    a: "12345678901234567.89",
    b: ["0.10", true, null, "1.0"],
  });
});

test("division agrees with doubles to eight digits", () => {
  const positive = fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 9 })).map(([digits, scale]) => {
    const text = String(digits).padStart(scale + 1, "0");
    return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  });
  fc.assert(
    fc.property(positive, positive, (a, b) => {
      const wanted = Number(a) / Number(b);
      expect(Math.abs(Number(divide(a, b)) / wanted - 1)).toBeLessThan(1e-7);
      expect(divide(a, b)).toMatch(/^\d+(\.\d+)?$/);
    }),
  );
});
