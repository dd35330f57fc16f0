import { expect, test } from "vitest";
import { countTests } from "./_test-counts.ts";

const nothing = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 0 };

test.each([
  ["finds no file", nothing, 1],
  ["leaves no report", {}, 1],
  ["skips every test that it finds", { ...nothing, numPendingTests: 3 }, 0],
])("a run that %s has failed, and names what was looked for", (_, counts, code) => {
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
