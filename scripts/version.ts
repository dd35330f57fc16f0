// Takes pending changesets up into versions and changelogs: `npm run version-packages`.
import { join } from "node:path";
import { followBundles } from "./_changesets.ts";
import { exec } from "./_process.ts";
import { readWorkspace, root } from "./_workspace.ts";
import { writeHostManifests } from "./write-host-manifests.ts";

async function step(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await exec(command, args, root);
  if (code === 0) return;
  console.error(`${command} ${args.join(" ")} failed:\n${output}`);
  process.exit(1);
}

for (const file of followBundles(root, readWorkspace(root))) console.log(`Added ${file}`);
await step(join(root, "node_modules/.bin/changeset"), ["version"]);
writeHostManifests();
await step("pnpm", ["install", "--lockfile-only", "--prefer-offline"]);
for (const { manifest } of readWorkspace(root)) {
  if (manifest.private !== true) console.log(`${manifest.name} ${manifest.version}`);
}
