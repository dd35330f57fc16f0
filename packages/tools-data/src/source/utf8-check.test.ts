import fc from "fast-check";
import { expect, test } from "vitest";
import { createUtf8Check } from "./utf8-check.ts";

const isValid = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

function check(bytes: Uint8Array, size: number): boolean {
  const { push, isComplete } = createUtf8Check();
  for (let at = 0; at < bytes.length; at += size) if (push(bytes.subarray(at, at + size)) >= 0) return false;
  return isComplete();
}

test("every first and second byte, and what may follow, is judged as the platform's decoder judges it", () => {
  for (let first = 0x78; first < 0x100; first++)
    for (let second = 0x70; second < 0x100; second++)
      for (const rest of [[], [0x80], [0xbf, 0x80], [0x41]]) {
        const bytes = Uint8Array.from([first, second, ...rest]);
        expect(check(bytes, 1), bytes.join()).toBe(isValid(bytes));
      }
});

test("any bytes, in pieces of any length", () => {
  const byte = fc.oneof(fc.constantFrom(0x41, 0xc3, 0xa9, 0xe4, 0xb8, 0xad, 0xf0, 0x9f, 0x98, 0x80), fc.nat(255));
  const text = fc.string({ unit: "grapheme" }).map((each) => new TextEncoder().encode(each));
  const bytes = fc.oneof(
    text,
    fc.array(byte).map((each) => Uint8Array.from(each)),
  );
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 9 }), (given, size) => {
      expect(check(given, size)).toBe(isValid(given));
    }),
    { numRuns: 500, seed: 5 },
  );
});

test("the place of the first wrong byte is told", () => {
  expect(createUtf8Check().push(Uint8Array.from([0x61, 0xc3, 0xa9, 0xe9, 0x0a]))).toBe(4);
});
