import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");

test("the page of error codes has every code of ToolError, in the order of the source, with a next move", () => {
  const source = readFileSync(join(root, "packages/tool-core/src/error.ts"), "utf8");
  const [, union = ""] = /export type ToolErrorCode =([^;]+);/.exec(source) ?? [];
  const codes = [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code);
  const rows = readFileSync(join(root, "docs/errors.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(codes.length).toBeGreaterThan(10);
  expect(rows.map(([, code]) => code)).toEqual(codes.map((code) => `\`${code}\``));
  for (const [, code, when, next] of rows) expect([when?.length, next?.length], code).not.toContain(0);
});
