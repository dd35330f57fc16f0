import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { nodeBackend, readGitExcludes } from "@holdall/backends-node";
import { type Backend, type Path, toPath } from "@holdall/tool-core";

/** A folder on this machine's disk. */
export interface Disk {
  readonly backend: Backend;
  readonly root: Path;
  /** In words: the root, and the folders beside it. */
  readonly folders: string;
  /** The roots under every name they have: as given, and with links followed. */
  readonly names: readonly Path[];
  readonly excludes: () => Promise<string>;
}

interface DiskOptions {
  /** The process's own folder by default. */
  readonly root?: string | undefined;
  /** Folders like the root. */
  readonly moreRoots?: readonly string[] | undefined;
  /** Folders that the tools see besides the roots. */
  readonly beside?: readonly string[] | undefined;
}

/** Open folders of this machine. Throws `not_found` for one that is not there. */
export function openDisk({ root = ".", moreRoots = [], beside = [] }: DiskOptions): Disk {
  const folder = resolve(root);
  const roots = [folder, ...moreRoots.map((more) => resolve(more))];
  const backend = nodeBackend({ roots: [...roots, ...beside] });
  const names = [...new Set(roots.flatMap((each) => [toPath(each), toPath(realpathSync.native(each))]))];
  return {
    backend,
    root: toPath(folder),
    folders: roots.map((each) => toPath(each)).join(", "),
    names,
    excludes: async () => readGitExcludes({ folder }),
  };
}
