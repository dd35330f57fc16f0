import { expect, test } from "vitest";
import { tempFolder, toShown, toStored } from "./names.ts";

test("a backslash, which browsers refuse, is stored in its place as a private-use character", () => {
  expect(toStored("back\\slash")).toBe("back\uf05cslash");
  expect(toShown("back\uf05cslash")).toBe("back\\slash");
});

test.each([
  ["a".repeat(255), true],
  ["a".repeat(256), false],
  [`${"é".repeat(127)}x`, true],
  ["é".repeat(128), false],
  // Stored in three bytes each.
  ["\\".repeat(85), true],
  ["\\".repeat(86), false],
  ["half \ud83d", false],
  ["\ude00", false],
  ["\uf05c", false],
  [tempFolder, false],
  ["c:x*?.", true],
])("%#: can it be kept?", (name, fits) => {
  expect(toStored(name) !== undefined).toBe(fits);
});
