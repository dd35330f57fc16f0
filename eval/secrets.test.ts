import { expect, test } from "vitest";
import { rowsOf } from "./secrets.ts";

test("credentials of documented formats are hidden wherever they stand, and sources of packages are left alone", async () => {
  const misses: string[] = [];
  for await (const { what, value, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } of rowsOf({
    times: 1,
    enough: 20e6,
  }))
    if (value < least || value > most) misses.push(`${what}: ${value}`);
  expect(misses).toEqual([]);
});
