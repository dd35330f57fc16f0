import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { command, runCommand } from "../fixtures/command.fixture.ts";

function expectInOrder(shown: string, steps: readonly string[]): void {
  const found = steps.map((step) => shown.indexOf(step));
  expect(found, shown).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
}

test("a messy table is cleaned, grouped, drawn and reported, and every loss is told on the way", async () => {
  const { code, out } = await runCommand(["demo", "data"], { cwd: tmpdir() });
  expectInOrder(out, [
    "✗ aggregate_data",
    "line 3",
    "✓ edit_file",
    "! aggregate_data",
    "✓ filter_data",
    "✓ query_data",
    "✗ convert_format",
    "Lost: comments",
    "✓ generate_diagram",
    "✓ generate_pdf",
    "1 page, PDF/UA",
    "✓ generate_document",
    "3 slides",
    "Lost on the way: 3 things",
    "| Oslo |",
    "report.pdf, ",
  ]);
  expect(code).toBe(0);
});

test("without the engines it says what to run, and does the rest", async () => {
  const folder = await mkdtemp(join(tmpdir(), "holdall-alone-"));
  try {
    await cp(dirname(command), folder, { recursive: true });
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "main.js"), "demo", "data"]);
    expectInOrder(stdout, [
      "✗ query_data",
      "npm install @duckdb/node-api",
      "✗ generate_diagram",
      "npm install mermaid linkedom beautiful-mermaid",
      "✗ generate_pdf",
      "| Oslo |",
      "not made; run npm install @duckdb/node-api && npm install mermaid linkedom beautiful-mermaid && npm install @myriaddreamin/typst-ts-node-compiler",
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
