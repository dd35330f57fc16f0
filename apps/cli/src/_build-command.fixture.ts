import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

const workspace = join(import.meta.dirname, "../../..");
const app = join(workspace, "apps/cli");
const builds = join(app, "node_modules/.cache/command");

/** Before the tests of a project that start the command: bundle it as it is published, unless that was done since it changed. */
export function setup(project: Pick<TestProject, "provide">): void {
  const folder = join(builds, stateOfSources());
  if (!existsSync(folder)) build(folder);
  project.provide("command", join(folder, "main.js"));
}

/** A name for what the command is made of: files, their sizes and when they were written. */
function stateOfSources(): string {
  const files = globSync(["{packages,apps/cli}/**/src/**/*.{ts,css}", "{packages/*,apps/cli}/package.json"], {
    cwd: workspace,
    exclude: ["**/node_modules", "**/dist", "**/*.test.ts", "**/*.fixture.ts"],
  });
  const hash = createHash("sha256");
  for (const file of [...files, "tsup.config.ts", "pnpm-lock.yaml"].sort()) {
    const { mtimeMs, size } = statSync(join(workspace, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Built aside and moved into place, as other runs may build or use it at the same time. */
function build(folder: string): void {
  const aside = `${folder}-${process.pid}`;
  const tsup = join(workspace, "node_modules/tsup/dist/cli-default.js");
  execFileSync(process.execPath, [tsup, "--config", "../../tsup.config.ts", "--out-dir", aside], { cwd: app });
  try {
    renameSync(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(aside, { recursive: true });
  }
  forgetOthers(folder);
}

/** Builds of an hour ago are nobody's. */
function forgetOthers(folder: string): void {
  for (const name of readdirSync(builds)) {
    const other = join(builds, name);
    const isOld = Date.now() - statSync(other).mtimeMs > 3_600_000;
    if (other !== folder && isOld) rmSync(other, { recursive: true, force: true });
  }
}
