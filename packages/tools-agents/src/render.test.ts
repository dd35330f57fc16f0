import { expect, test } from "vitest";
import { mergeLines } from "./render.ts";

test("a long line of a conflict is cut with the number of characters that are left out", () => {
  const place = { base: 1, current: 1, incoming: 1 };
  const lines = [{ line: place, base: "", current: "x".repeat(200), incoming: `${"y".repeat(200)}and more\n` }];
  const conflict = { path: "/a.txt", kind: "content", reason: "both", lines };
  const shown = mergeLines({ changes: [], merged: [], conflicts: [conflict], held: [], notes: [] }, "t1");
  expect(shown).toContain(`    ${"x".repeat(200)}`);
  expect(shown).toContain(`    ${"y".repeat(200)} (8 more characters)`);
});
