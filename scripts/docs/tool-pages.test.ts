import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./blocks.ts";
import { toolPages } from "./tool-pages/tool-pages.ts";

test("the tools' pages are what their tools say and do: node scripts/write-tool-pages.ts", {
  timeout: 60_000,
}, async () => {
  const folder = join(root, "docs/tools");
  const written = globSync("*.md", { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await toolPages()));
});

test("every figure of README.md is a row of the page of benchmarks", () => {
  const rowsOf = (page: string) =>
    readFileSync(join(root, page), "utf8")
      .split("\n")
      .filter((line) => line.includes("| `npm run -s bench -- "))
      .map((line) => line.replace(/\s+/g, " "));
  const figures = rowsOf("README.md");
  expect(figures).toHaveLength(4);
  expect(rowsOf("docs/benchmarks.md")).toEqual(expect.arrayContaining(figures));
});
