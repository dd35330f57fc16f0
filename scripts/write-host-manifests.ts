import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, readJson, root } from "./_workspace.ts";

/** The files that the MCP registry, hosts that install bundles, and container engines read. `version` finds each version in them. */
export const hostManifests: readonly { readonly path: string; readonly version: RegExp }[] = [
  { path: "deploy/server.json", version: /"version": "([^"]*)"/g },
  { path: "deploy/mcpb.json", version: /^ {2}"version": "([^"]*)"/gm },
  { path: "deploy/Dockerfile", version: /^ARG VERSION=(.*)$/gm },
];

/** The text of a manifest with another version in every place. */
export const withVersion = (text: string, pattern: RegExp, version: string): string =>
  text.replace(pattern, (whole, old: string) => whole.replace(old, () => version));

/** Write the version of the command into every manifest. */
export function writeHostManifests(): void {
  const { version = "" } = readJson<Manifest>(join(root, "apps/cli/package.json"));
  for (const { path, version: pattern } of hostManifests) {
    const file = join(root, path);
    writeFileSync(file, withVersion(readFileSync(file, "utf8"), pattern, version));
  }
}

if (import.meta.main) writeHostManifests();
