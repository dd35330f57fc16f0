import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBrowserEntries } from "../check-browser-entries.ts";
import { checkFloors } from "../check-floors.ts";
import { checkLayout } from "../check-layout.ts";
import { checkManifests } from "../check-manifests.ts";
import { blocksOf, root } from "./blocks.ts";

// The recipes of CONTRIBUTING.md, followed in a copy of the workspace as a newcomer would.
const copy = realpathSync(mkdtempSync(join(tmpdir(), "holdall-recipes-")));
const recipe = blocksOf("CONTRIBUTING.md").filter(({ info }) => info.has("file") || info.has("append"));

beforeAll(() => {
  const kept = [
    "packages",
    "apps",
    "scripts",
    "package.json",
    "pnpm-workspace.yaml",
    "tsconfig.base.json",
    "tsconfig.json",
    "vitest.config.ts",
    "biome.json",
  ];
  const filter = (from: string) => !/[\\/](node_modules|dist|\.run)([\\/]|$)/.test(from.slice(root.length));
  for (const name of kept) cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  for (const modules of [".", ...globSync("{packages,apps}/*/", { cwd: root })].map((folder) =>
    join(folder, "node_modules"),
  )) {
    symlinkSync(join(root, modules), join(copy, modules));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("CONTRIBUTING.md: add a tool and a preset", { timeout: 60_000 }, async () => {
  for (const { code, info } of recipe) {
    const [file, append] = [info.get("file"), info.get("append")];
    if (file !== undefined) writeFileSync(join(copy, file), `${code}\n`);
    if (append !== undefined) appendFileSync(join(copy, append), `${code}\n`);
  }
  const written = recipe.flatMap(({ info }) => info.get("file") ?? []);
  expect(written.length).toBeGreaterThanOrEqual(4);

  const tests = written.filter((file) => file.endsWith(".test.ts"));
  const vitest = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...tests], { cwd: copy, encoding: "utf8" });
  expect(vitest.stdout + vitest.stderr).toMatch(/Tests .*passed/);
  expect(vitest.status, vitest.stdout + vitest.stderr).toBe(0);

  // `scripts/run-checks.ts` finds none in the workspace itself.
  expect(await problems(copy)).toEqual([]);
});

const problems = async (from: string) => {
  const reports = await Promise.all(
    [checkFloors, checkLayout, checkManifests, checkBrowserEntries].map((check) => check(from)),
  );
  return reports.flatMap((report) => report.problems);
};
