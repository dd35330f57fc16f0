import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandManifest, hostManifests, readManifest, withVersion } from "./_host-manifests.ts";
import { root } from "./_workspace.ts";

const { version = "" } = commandManifest(root);
for (const manifest of hostManifests) {
  writeFileSync(join(root, manifest.path), withVersion(readManifest(root, manifest), manifest, version));
}
