import { expect, test } from "vitest";
import { compareWithPage, readSignatures, renderSignatures, type TestReport } from "./_signatures.ts";

const rule = "stat of a missing path is null";
const other = "a folder outlives the last file in it";

type Test = readonly [title: string, status: string, leftOut?: Record<string, string>];

const report = (suites: Record<string, readonly Test[]>): TestReport => ({
  testResults: Object.entries(suites).map(([key, tests]) => {
    const [home, suite] = key.split(": ");
    const ancestorTitles = [`${suite} keeps the backend contract in a page`, "a domain"];
    return {
      name: `/w/packages/backends-${home}/src/x.test.ts`,
      assertionResults: tests.map(([title, status, leftOut]) => ({ ancestorTitles, title, status, meta: { leftOut } })),
    };
  }),
});

const read = (suites: Parameters<typeof report>[0]) => readSignatures(report(suites), "/w");

const good = read({
  "compose: view(a | b)": [[rule, "passed"]],
  "memory: m": [[rule, "passed", { [other]: "there are no folders" }]],
});

test("a page says what the suites said, views last", () => {
  const page = renderSignatures(good);
  expect(page).toContain("| A | m in a page | backends-memory | 1 | 1 |");
  expect(page).toContain("| B | view(a \\| b) in a page | backends-compose | 1 | 0 |");
  expect(page).toContain(`| ${rule} | ✓ | ✓ |`);
  expect(page).toContain(`| ${other} | 1 |   |`);
  expect(page).toContain("1. there are no folders");
  expect(compareWithPage(page, good)).toEqual([]);
});

test("a page is outdated by a case that broke, one that applies now, and a suite that it does not know", () => {
  const page = renderSignatures(good);
  expect(compareWithPage(page, read({ "memory: m": [[rule, "failed"]] }))).toHaveLength(1);
  expect(compareWithPage(page, read({ "memory: m": [[other, "passed"]] }))).toHaveLength(1);
  expect(compareWithPage(page, read({ "memory: new": [[rule, "passed"]] }))).toHaveLength(1);
});

test("a suite that did not run, and tests of other things, say nothing about the page", () => {
  const page = renderSignatures(good);
  expect(compareWithPage(page, read({ "memory: m": [[rule, "passed"]] }))).toEqual([]);
  const stranger = {
    name: "/w/packages/x/src/y.test.ts",
    assertionResults: [{ ancestorTitles: [], title: rule, status: "failed" }],
  };
  expect(readSignatures({ testResults: [stranger] }, "/w")).toEqual([]);
});
