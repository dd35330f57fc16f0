import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countTests, vitestFilters } from "./_vitest.ts";
import { root } from "./_workspace.ts";

const nothing = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 0 };

test.each([
  ["finds no file", nothing, 1],
  ["leaves no report", {}, 1],
  ["skips every test that it finds", { ...nothing, numPendingTests: 3 }, 0],
])("a run that %s fails and names its filters", (_, counts, code) => {
  expect(countTests(counts, { code, filters: ["tools-fz"] })).toMatchObject({
    failed: 1,
    problems: ["No test was run: no project, file or test is named tools-fz."],
  });
});

test.each([
  ["all pass", { ...nothing, numPassedTests: 2, numPendingTests: 1 }, 0, { passed: 2, failed: 0, skipped: 1 }],
  ["one fails", { ...nothing, numPassedTests: 1, numFailedTests: 1 }, 1, { passed: 1, failed: 1 }],
  ["a file cannot load", { ...nothing, numFailedTestSuites: 1 }, 1, { failed: 1 }],
])("where %s, the counts say so", (_, counts, code, expected) => {
  expect(countTests(counts, { code, filters: [] })).toMatchObject({ ...expected, problems: [] });
});

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
