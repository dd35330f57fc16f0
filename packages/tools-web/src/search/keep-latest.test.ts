import { expect, test } from "vitest";
import { keepLatest } from "./keep-latest.ts";

test("values stay for their lifetime, and the oldest makes room", () => {
  let time = 1000;
  const kept = keepLatest<number>(3, 100, () => time);
  for (const [index, key] of ["a", "b", "c", "a", "d"].entries()) kept.set(key, index);
  expect(["a", "b", "c", "d"].map((key) => kept.get(key))).toEqual([3, undefined, 2, 4]);
  time += 99;
  expect(kept.get("a")).toBe(3);
  time += 1;
  expect(kept.get("a")).toBeUndefined();
});
