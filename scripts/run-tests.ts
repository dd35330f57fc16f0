import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exec } from "./_process.ts";
import { compareWithPage, readSignatures, type TestReport } from "./_signatures.ts";
import { printReport, readIfThere, root } from "./_workspace.ts";
import { checkPacked } from "./check-packed.ts";
import { runChecks } from "./run-checks.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const bin = (name: string): string => join(root, "node_modules/.bin", name);
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const started = Date.now();

/** Print one step's outcome and count it. */
function record(name: string, problems: string[], looked: string): void {
  printReport(name, { looked, problems });
  total[problems.length === 0 ? "passed" : "failed"] += 1;
}

/** Run a program as one check: its output is shown only when it fails. */
async function step(name: string, looked: string, command: string, args: string[]): Promise<boolean> {
  const { code, output } = await exec(command, args, root);
  record(name, code === 0 ? [] : [output.trim()], looked);
  return code === 0;
}

/** Run all test projects and add their counts; a file that cannot even load counts as one failure. */
async function runVitest(filters: string[]): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), "holdall-test-"));
  const file = join(temp, "results.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...filters];
  const { code, output } = await exec(bin("vitest"), args, root);
  const results = JSON.parse(readIfThere(file) ?? "{}") as {
    numPassedTests?: number;
    numFailedTests?: number;
    numPendingTests?: number;
    numTodoTests?: number;
  } & TestReport;
  rmSync(temp, { recursive: true, force: true });
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = results;
  const failed = code === 0 ? numFailedTests : Math.max(numFailedTests, 1);
  const skipped = numPendingTests + numTodoTests;
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  printReport("tests", {
    looked: `${passed} passed, ${failed} failed, ${skipped} skipped`,
    problems: code === 0 ? [] : [output.trim()],
  });
  const signatures = readSignatures(results, root);
  const outdated = compareWithPage(readIfThere(join(root, "docs/backends.md")) ?? "", signatures);
  const repair = "Run `node_modules/.bin/node scripts/run-backend-suites.ts` and look at what changed:";
  const problems = outdated.length > 0 ? [[repair, ...outdated.slice(0, 10)].join("\n")] : [];
  record("backends", problems, `docs/backends.md is what ${signatures.length} suites say`);
}

const filters = process.argv.slice(2);
await Promise.all([
  step("format", "biome: formatting and lint", bin("biome"), ["check", "--colors=off", "."]),
  step("types", "tsc: every source, test and script", bin("tsc"), ["-p", "tsconfig.json", "--pretty", "false"]),
  step("unused", "knip: unused files, exports and dependencies", bin("knip"), ["--no-progress", "--no-config-hints"]),
  runChecks(root).then((reports) => {
    for (const [name, report] of reports) {
      printReport(name, report);
      total[report.problems.length === 0 ? "passed" : "failed"] += 1;
    }
  }),
]);
await runVitest(filters);
if (
  await step("build", "every package, and the command", bin("turbo"), ["run", "build", "--output-logs=errors-only"])
) {
  const { looked, problems } = await checkPacked(root);
  record("packed", problems, looked);
}
console.log(`\n${Math.round((Date.now() - started) / 1000)} s${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
