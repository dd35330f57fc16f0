import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { nodeBackend, readGitExcludes } from "@holdall/backends-node";
import { type Backend, type Path, toPath } from "@holdall/tool-core";

/** A folder on this machine's disk. */
export interface Disk {
  readonly backend: Backend;
  readonly root: Path;
  /** The root under every name it has: as it was given, and with links followed. */
  readonly names: readonly Path[];
  readonly excludes: () => Promise<string>;
}

/** Open a folder, the process's own by default, and what lies `beside` it. Throws `not_found` for one that is not there. */
export function openDisk(root = ".", beside?: string): Disk {
  const folder = resolve(root);
  const backend = nodeBackend({ roots: beside === undefined ? [folder] : [folder, beside] });
  const names = [...new Set([toPath(folder), toPath(realpathSync.native(folder))])];
  return { backend, root: toPath(folder), names, excludes: async () => readGitExcludes({ folder }) };
}
