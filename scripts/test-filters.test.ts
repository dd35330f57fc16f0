import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { vitestFilters } from "./_test-filters.ts";
import { root } from "./_workspace.ts";

test.each([
  ["tools-todos", "--project=tools-todos"],
  ["cli", "--project=cli"],
  ["docs", "--project=docs"],
  ["word-count", "word-count"],
  ["packages/tools-fs/src/tools/edit/edit-file.test.ts", "packages/tools-fs/src/tools/edit/edit-file.test.ts"],
  ["--project=cli", "--project=cli"],
  ["..", ".."],
])("npm test -- %s is given to vitest as %s", (word, filter) => expect(vitestFilters([word], root)).toEqual([filter]));

test("the name of a package finds its tests, and no others", () => {
  const filters = vitestFilters(["tools-env"], root);
  const vitest = join(root, "node_modules/.bin/vitest");
  const listed = execFileSync(vitest, ["list", "--filesOnly", ...filters], { cwd: root, encoding: "utf8" });
  const files = listed.split("\n").filter((line) => line.includes(".test."));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect(file).toContain("packages/tools-env/src/");
});
