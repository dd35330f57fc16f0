import { expect, test } from "vitest";
import { columns } from "../render/text.ts";
import { runMergeDemo } from "./run-merge-demo.ts";

test("four agents change one project at once, are merged, and their conflict is decided, in 80 columns", async () => {
  const written: string[] = [];
  const screen = { width: 80, colour: false };
  expect(await runMergeDemo({ screen, write: (text) => void written.push(text) })).toBe(true);
  const shown = written.join("");
  expect(shown.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
  expect(shown.match(/✓ task/g)).toHaveLength(3);
  expect(shown).toMatch(/! task .*1 conflict/);
  expect(shown).toMatch(/Conflict in .*README\.md/);
  expect(shown).toContain("✓ resolve_merge");
  expect(shown).toContain("every change is there");
});
