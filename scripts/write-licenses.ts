// Updates the list of third parties in the command after a build, and makes sure that a changeset releases it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bumpOf, readChangesets } from "./_changesets.ts";
import { root } from "./_workspace.ts";

const built = join(root, "apps/cli/dist/THIRD_PARTY_LICENSES");
const published = join(root, "apps/cli/THIRD_PARTY_LICENSES");
const changeset = join(root, ".changeset/third-parties-of-the-command.md");

if (!existsSync(built)) throw new Error(`${built} is missing. Build apps/cli first.`);
const text = readFileSync(built, "utf8");
if (existsSync(published) && readFileSync(published, "utf8") === text) {
  console.log("THIRD_PARTY_LICENSES is current.");
} else {
  writeFileSync(published, text);
  if (bumpOf(new Set(["holdall"]), readChangesets(root)) === "none") {
    writeFileSync(changeset, '---\n"holdall": patch\n---\n\nThe packages of third parties in the command are newer.\n');
  }
  console.log("Wrote apps/cli/THIRD_PARTY_LICENSES. A changeset releases it.");
}
