import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { registryItems } from "./_registry-items.ts";
import { type Manifest, readJson, root } from "./_workspace.ts";

/**
 * Build the library in the working folder: each module of src becomes one of dist, under its own name, with its
 * declarations and with maps that lead back to src, which is published beside dist.
 */
function buildLibrary(): void {
  rmSync("dist", { recursive: true, force: true });
  const tsc = join(root, "node_modules/.bin/tsc");
  // The check of all sources at once has their types; checking what each package imports again takes three times as long.
  execFileSync(tsc, ["-p", "tsconfig.json", "--noCheck"], { stdio: "inherit", shell: process.platform === "win32" });
  // tsc writes `./x.js` into modules and leaves `./x.ts` in declarations, where no consumer has it.
  for (const file of globSync("dist/**/*.d.ts")) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/((?:from|import\()\s*"\.{1,2}\/[^"]*)\.tsx?"/g, '$1.js"'));
  }
  // Nor does it touch the URLs of workers.
  for (const file of globSync("dist/**/*.js")) {
    const text = readFileSync(file, "utf8");
    const built = text.replace(/(new Worker\(new URL\("\.{1,2}\/[^"]*)\.ts"/g, '$1.js"');
    if (built !== text) writeFileSync(file, built);
  }
  const { exports = {}, version = "", holdall } = readJson<Manifest>("package.json");
  const styles = Object.values(exports).filter((target) => typeof target === "string" && target.endsWith(".css"));
  for (const file of styles as string[]) copyFileSync(file, file.replace("./src/", "./dist/"));
  if (holdall?.registry) writeRegistry(version);
}

/** Items from which single components can be copied, a file each. */
function writeRegistry(version: string): void {
  mkdirSync("dist/registry");
  for (const item of registryItems("src", version))
    writeFileSync(`dist/registry/${item.name}.json`, `${JSON.stringify(item, null, 2)}\n`);
}

buildLibrary();
