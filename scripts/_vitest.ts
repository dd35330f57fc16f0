import { existsSync } from "node:fs";
import { join } from "node:path";

/** The counts in the JSON report of a vitest run. */
export interface TestCounts {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  readonly numFailedTestSuites?: number;
}

/** Projects that are neither a package nor an app. */
const otherProjects = ["scripts", "docs", "examples", "bench", "eval"];

/** Arguments of vitest for the arguments of `npm test`: the name of a project runs that project, any other word is part of a test file's path. */
export const vitestFilters = (words: readonly string[], root: string): string[] =>
  words.map((word) => {
    const isProject =
      /^[a-z][a-z0-9-]*$/.test(word) &&
      (otherProjects.includes(word) || ["packages", "apps"].some((folder) => existsSync(join(root, folder, word))));
    return isProject ? `--project=${word}` : word;
  });

/** Count the tests of a run. A run without tests has failed, and a file that cannot load counts as one failure. */
export function countTests(
  { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0, ...suites }: TestCounts,
  { code, filters }: { readonly code: number; readonly filters: readonly string[] },
): { passed: number; failed: number; skipped: number; problems: string[] } {
  const isEmpty = passed + numFailedTests + (suites.numFailedTestSuites ?? 0) === 0;
  const failed = code === 0 && !isEmpty ? numFailedTests : Math.max(numFailedTests, 1);
  const reason = filters.length > 0 ? `no project, file or test is named ${filters.join(" ")}` : "there is none";
  return {
    passed,
    failed,
    skipped: numPendingTests + numTodoTests,
    problems: isEmpty ? [`No test was run: ${reason}.`] : [],
  };
}
