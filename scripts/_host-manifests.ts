import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, readJson } from "./_workspace.ts";

/** A file that tells others about the command, and its version. */
export interface HostManifest {
  /** From the root. */
  readonly path: string;
  /** Finds each version in it; the version is the first group. */
  readonly version: RegExp;
}

/** What the MCP registry, hosts that install bundles, and container engines read. */
export const hostManifests: readonly HostManifest[] = [
  { path: "deploy/server.json", version: /"version": "([^"]*)"/g },
  { path: "deploy/mcpb.json", version: /^ {2}"version": "([^"]*)"/gm },
  { path: "deploy/Dockerfile", version: /^ARG VERSION=(.*)$/gm },
];

/** The manifest of the command. */
export const commandManifest = (root: string): Manifest & { readonly mcpName?: string } =>
  readJson(join(root, "apps/cli/package.json"));

/** The text of a manifest with another version in every place. */
export function withVersion(text: string, { version: pattern }: HostManifest, version: string): string {
  return text.replace(pattern, (whole, old: string) => whole.replace(old, () => version));
}

export const readManifest = (root: string, { path }: HostManifest): string => readFileSync(join(root, path), "utf8");
