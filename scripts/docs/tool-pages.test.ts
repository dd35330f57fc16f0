import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchmarksPage } from "./benchmarks.ts";
import { root } from "./blocks.ts";
import { toolPages } from "./tool-pages/tool-pages.ts";

test("the tools' pages are what their tools say and do: node scripts/write-tool-pages.ts", {
  timeout: 60_000,
}, async () => {
  const folder = join(root, "docs/tools");
  const written = globSync("*.md", { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await toolPages()));
});

test("the page of figures has those of README.md: node scripts/write-tool-pages.ts", () => {
  expect(readFileSync(join(root, "docs/benchmarks.md"), "utf8")).toBe(benchmarksPage());
});
