import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, readJson, root } from "./_workspace.ts";

/**
 * Build the library in the working folder: each module of src becomes one of dist, under its own name, with its
 * declarations and with maps that lead back to src, which is published beside dist.
 */
function buildLibrary(): void {
  rmSync("dist", { recursive: true, force: true });
  const tsc = join(root, "node_modules/.bin/tsc");
  execFileSync(tsc, ["-p", "tsconfig.json"], { stdio: "inherit", shell: process.platform === "win32" });
  // tsc writes `./x.js` into modules and leaves `./x.ts` in declarations, where no consumer has it.
  for (const file of globSync("dist/**/*.d.ts")) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/((?:from|import\()\s*"\.{1,2}\/[^"]*)\.tsx?"/g, '$1.js"'));
  }
  const { exports = {} } = readJson<Manifest>("package.json");
  const styles = Object.values(exports).filter((target) => typeof target === "string" && target.endsWith(".css"));
  for (const file of styles as string[]) copyFileSync(file, file.replace("./src/", "./dist/"));
}

buildLibrary();
