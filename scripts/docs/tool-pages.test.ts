import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolPages } from "../write-tool-pages.ts";
import { root } from "./blocks.ts";

test("the tools' pages are what their tools say and do: node scripts/write-tool-pages.ts", {
  timeout: 60_000,
}, async () => {
  const folder = join(root, "docs/tools");
  const pages = await toolPages();
  expect(globSync("*.md", { cwd: folder }).sort()).toEqual([...pages.keys()].sort());
  for (const [name, text] of pages) expect(readFileSync(join(folder, name), "utf8"), name).toBe(text);
});

test("every figure of README.md is in a row of the benchmarks with the same command", () => {
  const rowsOf = (page: string) =>
    readFileSync(join(root, page), "utf8")
      .split("\n")
      .flatMap((line) => {
        const cells = line.split("|").map((cell) => cell.trim());
        const [, command] = /^`(npm run -s (?:bench|eval) -- \S+)`/.exec(cells.at(-2) ?? "") ?? [];
        return command === undefined
          ? []
          : [
              {
                command,
                figures:
                  cells
                    .slice(2, -2)
                    .join(" ")
                    .match(/\d[\d.]*/g) ?? [],
              },
            ];
      });
  const known = rowsOf("docs/benchmarks.md");
  const shown = rowsOf("README.md");
  expect(shown).toHaveLength(8);
  for (const { command, figures } of shown) {
    const rows = known.filter((row) => row.command === command).map((row) => row.figures);
    expect(rows, command).toContainEqual(expect.arrayContaining(figures));
  }
});
