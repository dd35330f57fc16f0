import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./blocks.ts";
import { toolPages } from "./tool-pages/tool-pages.ts";

test("the tools' pages are what their tools say and do: node scripts/write-tool-pages.ts", {
  timeout: 60_000,
}, async () => {
  const folder = join(root, "docs/tools");
  const pages = await toolPages();
  expect(globSync("*.md", { cwd: folder }).sort()).toEqual([...pages.keys()].sort());
  for (const [name, text] of pages) expect(readFileSync(join(folder, name), "utf8"), name).toBe(text);
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
