import { expect, test } from "vitest";
import { isTooDeep, maxLevels } from "./json-depth.ts";

/** `levels` arrays and objects inside one another, by a generator that always gives the same. */
function nested(levels: number, seed: number): unknown {
  let value: unknown = seed;
  for (let level = 0; level < levels; level++) {
    seed = (seed * 48_271) % 2_147_483_647;
    const beside = seed % 3 === 0 ? [1, "x", null] : { y: {} };
    value = seed % 2 === 0 ? [level < 2 ? 1 : beside, value] : { a: value, b: level < 2 ? 1 : beside };
  }
  return value;
}

test("a value has as many levels as were put into one another", () => {
  for (let seed = 1; seed < 60; seed++) {
    const levels = 2 + ((seed * 17) % 50);
    const value = nested(levels, seed);
    expect(isTooDeep(value, levels)).toBe(false);
    expect(isTooDeep(value, levels - 1)).toBe(true);
  }
  expect([1, "x", null, undefined].some((value) => isTooDeep(value, 0))).toBe(false);
});

test("a million levels and a value that holds itself are too deep, and take no stack", () => {
  expect(isTooDeep(JSON.parse("[".repeat(1_000_000) + "]".repeat(1_000_000)))).toBe(true);
  const round: Record<string, unknown> = {};
  Object.assign(round, { a: round, b: [round] });
  expect(isTooDeep(round)).toBe(true);
});

test("as many levels as are taken can be written and walked", () => {
  const value = nested(maxLevels, 7);
  expect(isTooDeep(value)).toBe(false);
  expect(structuredClone(JSON.parse(JSON.stringify(value)))).toEqual(value);
});
