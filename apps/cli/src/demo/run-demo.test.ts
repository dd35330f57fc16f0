import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { columns } from "../render/text.ts";
import { runDemo } from "./run-demo.ts";

test("the demo repairs its project by what the tools answer, and looks right in 80 columns", async () => {
  const written: string[] = [];
  const repaired = await runDemo({ screen: { width: 80, colour: false }, write: (text) => void written.push(text) });
  const shown = written.join("");
  expect(repaired).toBe(true);
  expect(shown.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
  expect(shown).toMatch(/✗ edit_file +src\/rules\.js +ambiguous/);
  expect(shown).toMatch(/3 - {3}if \(pieces > 10\) return 0\.1;\n +3 \+ {3}if \(pieces >= 10\) return 0\.1;/);
  expect(shown).toMatch(
    /! bash +Run the tests +exit 1 [\s\S]*✖ ten pieces [\s\S]*✓ bash +Run the tests +done [\s\S]*ℹ fail 0/,
  );
  expect(shown).toMatch(/shell +(in a sandbox|no sandbox works here)/);
  expect(shown).toMatch(/tests +4 of 5 before, 5 of 5 after/);
  const folder = /folder +(\S+), removed/.exec(shown)?.[1] ?? "no folder";
  expect(existsSync(folder)).toBe(false);
});
