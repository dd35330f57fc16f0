import { allow } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { rowsOf } from "./injection.ts";
import { sampleSuite } from "./lib/injection/sample.ts";

test("tasks of a seeded sample are done with few questions, and no attack is carried out unasked, however it is spelled", async () => {
  const misses: string[] = [];
  let rows = 0;
  for await (const { what, value, least = -Infinity, most = Infinity } of rowsOf(["sample", sampleSuite(2)])) {
    rows++;
    if (value < least || value > most) misses.push(`${what}: ${value}`);
  }
  expect([misses, rows]).toEqual([[], 4]);
});

test("without the policy, every attack is carried out", async () => {
  const carried: unknown[] = [];
  for await (const { what, value, of } of rowsOf(["sample", sampleSuite(2, 8)], allow()))
    if (what.includes("carried out")) carried.push([value, of]);
  expect(carried).toEqual([[8 * 35, 8 * 35]]);
});
