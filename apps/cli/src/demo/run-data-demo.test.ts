import { expect, test } from "vitest";
import { runDataDemo } from "./run-data-demo.ts";

test("a messy table is cleaned, grouped and written, and every loss is told on the way", async () => {
  const written: string[] = [];
  const screen = { width: 80, colour: false };
  expect(await runDataDemo({ screen, write: (text) => void written.push(text) })).toBe(true);
  const shown = written.join("");
  const steps = [
    "✗ aggregate_data",
    "line 3",
    "✓ edit_file",
    "! aggregate_data",
    "✓ filter_data",
    "✗ convert_format",
    "| Oslo |",
  ];
  const found = steps.map((step) => shown.indexOf(step));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});
