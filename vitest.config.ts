import { existsSync, globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { longestFirst } from "./scripts/testing/longest-first.ts";
import { progressReporter } from "./scripts/testing/progress-reporter.ts";

/** What holds for each project. */
const everywhere = {
  // A test that hangs fails; one on a busy machine does not: what must be quick says so itself.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  // Left to itself vitest keeps a core for its own process, which has little to do: two cores would run one file at a time. A
  // project does not inherit it.
  maxWorkers: availableParallelism(),
  // PGlite's code runs for moments only: compiling it well costs more than it saves.
  execArgv: process.versions.bun ? [] : ["--liftoff-only"],
};

/** Folders of the workspace that hold tests: every package and app, the checks, the docs, the examples. */
function projects() {
  const folders = new Set(
    globSync("{packages,apps}/*/src/**/*.test.{ts,tsx}").map((file) => file.split(/[\\/]/).slice(0, 2).join("/")),
  );
  const loose = [
    ["scripts", "scripts", ["*.test.ts"]],
    ["docs", "scripts/docs", ["**/*.test.ts"]],
    ["examples", "examples", ["**/*.test.ts"]],
    ["bench", "bench", ["**/*.test.ts"]],
    ["eval", "eval", ["**/*.test.ts"]],
  ] as const;
  return [
    ...[...folders]
      .sort()
      .map((folder) => project(folder.slice(folder.indexOf("/") + 1), folder, ["src/**/*.test.{ts,tsx}"])),
    ...loose
      .filter(([, folder, include]) => globSync(include.map((pattern) => `${folder}/${pattern}`)).length > 0)
      .map(([name, folder, include]) => project(name, folder, include)),
  ];
}

/** Projects whose tests start the command: it is bundled for them once. */
const startsCommand = new Set(["cli", "docs", "examples"]);

/** Node 22 has no `using`. */
const isOldNode = !process.versions.bun && !process.versions.deno && Number.parseInt(process.versions.node, 10) < 24;

/**
 * One vitest project; a package that leaks process state asks for isolation in its package.json.
 * Node runs the sources as they are; Vite transforms only those that hold JSX, and what an older Node cannot read.
 */
function project(name: string, root: string, include: readonly string[]) {
  // The tests of two versions of an SDK hook into Node's own loader.
  const isPlain = globSync(`${root}/src/**/*.tsx`).length === 0 && (!isOldNode || name === "ai-sdk");
  return {
    // Named here, as `extends` would bundle and run this file once more for each project.
    extends: false as const,
    ...(isOldNode && { oxc: { target: "node22" } }),
    test: {
      ...everywhere,
      name,
      root,
      include: [...include],
      exclude: ["**/node_modules/**", "**/dist/**"],
      isolate: wantsIsolation(root),
      globalSetup: startsCommand.has(name) ? resolve("apps/cli/src/fixtures/build-command.fixture.ts") : [],
      ...(isPlain && { experimental: { viteModuleRunner: false, nodeLoader: false } }),
    },
  };
}

function wantsIsolation(folder: string): boolean {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return false;
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { holdall?: { isolateTests?: boolean } };
  return manifest.holdall?.isolateTests === true;
}

process.chdir(import.meta.dirname ?? dirname(fileURLToPath(import.meta.url)));

// Tests start many processes that load the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compiled");

/** Where `npm test` wants the results; it shows the run's progress instead of a report. */
const results = process.env.HOLDALL_TEST_RESULTS;
// Tests that run vitest themselves get its own report.
delete process.env.HOLDALL_TEST_RESULTS;

export default defineConfig({
  test: {
    projects: projects(),
    reporters: results === undefined ? ["default"] : [progressReporter(), ["json", { outputFile: results }]],
    passWithNoTests: true,
    globalSetup: resolve("scripts/testing/global-setup.ts"),
    sequence: { sequencer: longestFirst },
    ...everywhere,
  },
});
