import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnWords } from "../packages/tool-kit/src/node/platform/spawn-words.ts";
import { exec } from "./_process.ts";
import { compareWithPage, readSignatures, type TestReport } from "./_signatures.ts";
import { countTests, type TestCounts, vitestFilters } from "./_vitest.ts";
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

/** Run all test projects, or some, and add their counts; a file that cannot even load counts as one failure. */
async function runVitest(filters: readonly string[]): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), "holdall-test-"));
  const file = join(temp, "results.json");
  const code = await show(bin("vitest"), ["run", ...vitestFilters(filters, root)], { HOLDALL_TEST_RESULTS: file });
  const results = JSON.parse(readIfThere(file) ?? "{}") as TestCounts & TestReport;
  rmSync(temp, { recursive: true, force: true });
  const { passed, failed, skipped, problems: nothing } = countTests(results, { code, filters });
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  printReport("tests", { looked: `${passed} passed, ${failed} failed, ${skipped} skipped`, problems: nothing });
  if (filters.length > 0) return;
  const signatures = readSignatures(results, root);
  const outdated = compareWithPage(readIfThere(join(root, "docs/backends.md")) ?? "", signatures);
  const repair = "Run `node_modules/.bin/node scripts/run-backend-suites.ts` and look at what changed:";
  const problems = outdated.length > 0 ? [[repair, ...outdated.slice(0, 10)].join("\n")] : [];
  record("backends", problems, `docs/backends.md is what ${signatures.length} suites say`);
}

/** Run a program whose output is shown as it comes. */
function show(command: string, args: readonly string[], more: NodeJS.ProcessEnv): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { file, args: words, windowsVerbatimArguments } = spawnWords([command, ...args], root);
  const child = spawn(file, words, {
    cwd: root,
    env: { ...process.env, ...more },
    stdio: ["ignore", "inherit", "inherit"],
    windowsVerbatimArguments,
  });
  child.on("error", () => resolve(127));
  child.on("close", (code) => resolve(code ?? 1));
  return promise;
}

/** Files whose types did not change since the last run are not checked again. */
const typeCheck = [
  ...["-p", "tsconfig.json", "--pretty", "false"],
  ...["--incremental", "--tsBuildInfoFile", join(root, "node_modules/.cache/types.tsbuildinfo")],
];

/** The checks that read sources. */
const readSources = (): Promise<unknown> =>
  Promise.all([
    step("format", "biome: formatting and lint", bin("biome"), ["check", "--colors=off", "."]),
    step("types", "tsc: every source, test and script", bin("tsc"), typeCheck),
    step("unused", "knip: unused files, exports and dependencies", bin("knip"), ["--no-progress", "--no-config-hints"]),
    runChecks(root).then((reports) => {
      for (const [name, report] of reports) {
        printReport(name, report);
        total[report.problems.length === 0 ? "passed" : "failed"] += 1;
      }
    }),
  ]);

/** Build what has changed since the last build, and look at what would be published. */
async function buildAndPack(): Promise<void> {
  if (!(await step("build", "every package, and the command", process.execPath, ["scripts/build.ts"]))) return;
  const { looked, problems } = await checkPacked(root);
  record("packed", problems, looked);
}

const filters = process.argv.slice(2);
// Builds and packed checks fill the pauses of the tests.
const building = filters.length === 0 ? readSources().then(buildAndPack) : readSources();
await Promise.all([building, runVitest(filters)]);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
