import { expect, test } from "vitest";
import { comparison } from "./lib/compare-ripgrep.ts";
import { randomSearches } from "./lib/grep-patterns.ts";

test("random patterns find the lines that ripgrep finds, or are refused by both", async () => {
  const differs = comparison(1);
  for (const search of randomSearches(1, 200)) expect(await differs(search)).toBeUndefined();
});
