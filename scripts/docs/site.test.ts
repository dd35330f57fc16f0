import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { llmsFiles } from "./llms.ts";
import { docs, outline } from "./outline.ts";

const pages = globSync("**/*.md", {
  cwd: docs,
  exclude: ["**/node_modules/**", ".vitepress/**", "api/**", "packages/**"],
});

test("every page is in the outline, once", () => {
  const listed = outline().flatMap((chapter) => chapter.pages.map(({ page }) => page));
  expect(listed.toSorted()).toEqual(pages.toSorted());
});

test("language models get a list of pages that are there, and the text of the guides", () => {
  const files = llmsFiles();
  const linked = [...(files.get("llms.txt") ?? "").matchAll(/\]\(\/([^)]+)\)/g)].map(([, target]) => target);
  expect(linked.length).toBe(pages.length);
  for (const target of linked) expect(files.has(target ?? ""), target).toBe(true);
  expect(files.get("llms-full.txt")).toContain(readFileSync(join(docs, "guides/policies.md"), "utf8"));
});

// What the site's builder would take for a component or an expression.
describe("the site can be built", () => {
  test.for(pages)("%s", (page) => {
    const text = readFileSync(join(docs, page), "utf8");
    const prose = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, "").replace(/(`+)[\s\S]*?\1/g, "");
    expect(prose.match(/(?<!\\)<\/?[a-z][^>]*>|\{\{/gi)).toBeNull();
  });
});
