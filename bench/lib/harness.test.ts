import { expect, test } from "vitest";
import { difference, interleave, median, ratio, timed } from "./harness.ts";
import { passes, show } from "./runner.ts";

test("every variant runs once a round, in orders that differ", async () => {
  const order: string[] = [];
  const variant = (name: string) => () => order.push(name);
  const samples = await interleave({ a: variant("a"), b: variant("b"), c: variant("c") }, { rounds: 40, warmups: 1 });

  expect([samples.a.length, samples.b.length, samples.c.length]).toEqual([40, 40, 40]);
  const rounds = Array.from({ length: 41 }, (_, i) => order.slice(3 * i, 3 * i + 3));
  for (const round of rounds) expect(round.toSorted()).toEqual(["a", "b", "c"]);
  expect(new Set(rounds.map(String)).size).toBeGreaterThan(1);
});

test("a machine that slows down for one round does not move a ratio or a difference", () => {
  expect(ratio([2, 200, 2], [1, 100, 1])).toBe(2);
  expect(difference([3, 300, 3], [1, 1, 1])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("samples that do not pair are refused", () => {
  expect(() => ratio([1], [1, 2])).toThrow("make no pairs");
  expect(() => ratio([], [])).toThrow("make no pairs");
});

test("timed repeats short work until the sample is long enough, and gives the time of one run", async () => {
  let runs = 0;
  const variant = timed(() => {
    runs++;
  }, 2);
  const ms = await variant();
  expect(runs).toBeGreaterThan(1000);
  expect(ms).toBeLessThan(0.01);
  expect(ms).toBeGreaterThan(0);
});

test("timed waits for work that is a promise", async () => {
  let finished = 0;
  const variant = timed(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    finished++;
  }, 0.01);
  await variant();
  expect(finished).toBeGreaterThan(0);
});

test("a figure passes within its bounds, and never when it is not a number", () => {
  expect(passes({ what: "", value: 0.5, most: 0.5 })).toBe(true);
  expect(passes({ what: "", value: 0.51, most: 0.5 })).toBe(false);
  expect(passes({ what: "", value: 386, least: 387 })).toBe(false);
  expect(passes({ what: "", value: 12 })).toBe(true);
  expect(passes({ what: "", value: Number.NaN, most: 1 })).toBe(false);
});

test("numbers show the digits that matter", () => {
  expect([0.0123, 0.456, 12.345, 387, 1234.5].map(show)).toEqual(["0.012", "0.46", "12.35", "387", "1235"]);
});
