/** What the report of a run of vitest counts. */
export interface TestCounts {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  readonly numFailedTestSuites?: number;
}

/** Count the tests of a run. One that ran no test has failed, and says so; a file that cannot load counts as one failure. */
export function countTests(
  { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0, ...suites }: TestCounts,
  { code, filters }: { readonly code: number; readonly filters: readonly string[] },
): { passed: number; failed: number; skipped: number; problems: string[] } {
  const skipped = numPendingTests + numTodoTests;
  const isNothing = passed + numFailedTests + (suites.numFailedTestSuites ?? 0) === 0;
  const failed = code === 0 && !isNothing ? numFailedTests : Math.max(numFailedTests, 1);
  const what = filters.length > 0 ? `no project, file or test is named ${filters.join(" ")}` : "there is none";
  return { passed, failed, skipped, problems: isNothing ? [`No test was run: ${what}.`] : [] };
}
