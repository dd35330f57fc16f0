// Publishes what the registry does not have yet: `npm run release`. Further arguments go to `changeset publish`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readChangesets } from "./_changesets.ts";
import { exec } from "./_process.ts";
import { printReport, root } from "./_workspace.ts";
import { checkPacked } from "./check-packed.ts";

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

const pending = readChangesets(root);
if (pending.length > 0) {
  fail(
    `${pending.length} changesets wait in .changeset. Run \`npm run version-packages\`, commit what it writes, then release.`,
  );
}
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const typed = await exec(bin("tsc"), ["-p", "tsconfig.json", "--pretty", "false"], root);
if (typed.code !== 0) fail(`The types are wrong:\n${typed.output}`);
const built = await exec(process.execPath, ["scripts/build.ts"], root);
if (built.code !== 0) fail(`The build failed:\n${built.output}`);
const report = await checkPacked(root);
printReport("packed", report);
if (report.problems.length > 0) fail("Nothing was published.");
const { status } = spawnSync(bin("changeset"), ["publish", ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
process.exitCode = status ?? 1;
