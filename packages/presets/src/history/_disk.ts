import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { folderReader, gitContent, nodeBackend, readGitExcludes } from "@holdall/backends-node";
import type { CheckpointOptions, KeepOptions } from "@holdall/checkpoints";
import { type Backend, isWithin, type Path, toPath } from "@holdall/tool-core";
import { isPrivateFolder } from "@holdall/tool-kit/node";
import type { CodeToolsOptions } from "@holdall/tools-code";

/** A folder on this machine's disk. */
export interface Disk {
  readonly backend: Backend;
  readonly root: Path;
  /** The root and the folders like it. */
  readonly roots: readonly Path[];
  /** In words: the root, and the folders beside it. */
  readonly folders: string;
  /** The roots under every name they have: as given, and with links followed. */
  readonly names: readonly Path[];
  readonly excludes: () => Promise<string>;
  readonly tools: DiskTools;
}

/** What a preset needs of a workspace on disk. */
export interface DiskTools {
  /** Where the index of code search stays between sessions: in a folder of the host, if there is one. */
  keep(folder: string | undefined): CodeToolsOptions["keep"];
  /** Ways to look at whole folders. */
  lookAt(roots: readonly Path[]): Pick<CheckpointOptions, "openReader" | "keptElsewhere" | "notCompared">;
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
    roots: roots.map((each) => toPath(each)),
    folders: roots.map((each) => toPath(each)).join(", "),
    names,
    excludes: async () => readGitExcludes({ folder }),
    tools: {
      ...diskTools,
      keep: (cache) =>
        cache === undefined
          ? undefined
          : {
              open: (how) =>
                openCache(
                  cache,
                  roots.map((each) => toPath(each)),
                  how,
                ),
              workspace: roots.join("\n"),
            },
    },
  };
}

const diskTools: Omit<DiskTools, "keep"> = {
  lookAt(roots) {
    const wide = [toPath("/"), toPath(realOf(homedir()))];
    const tooWide = roots.find((root) => wide.some((folder) => isWithin(folder, root)));
    return {
      openReader: () => folderReader(realOf(roots[0] ?? "/"), ...roots.slice(1).map(realOf)),
      keptElsewhere: gitContent(realOf(roots[0] ?? "/")),
      ...(tooWide !== undefined && {
        notCompared: `is too large to compare before and after a command; open a folder in it as the root`,
      }),
    };
  },
};

/** The versions of larger files in a store are their times, not hashes, because no other process writes there. */
const hashBound = 65_536;

interface Store {
  readonly backend: Backend;
  readonly folder: string;
}

/** A folder that is its user's alone. Undefined if it cannot be made, or lies in a root, where tools could change it. */
function openFolder(folder: string, roots: readonly Path[]): Store | undefined {
  const real = toPath(realOf(folder));
  if (roots.some((root) => isWithin(real, root))) return undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return undefined;
  }
  return { backend: nodeBackend({ roots: folder, private: true, hashBound }), folder };
}

/** The folder of the history. */
export async function openStore(
  folder: string,
  roots: readonly Path[],
  keep: KeepOptions | undefined,
): Promise<CheckpointOptions["store"] | undefined> {
  const store = openFolder(folder, roots);
  if (store) void sweepDaily(store.backend, folder, keep);
  return store;
}

/** The folder of what can be made again. Undefined also if others may write to it, who could tell a session what to find. */
export async function openCache(
  folder: string,
  roots: readonly Path[],
  { create }: { readonly create: boolean },
): Promise<Store | undefined> {
  const store = create || existsSync(folder) ? openFolder(folder, roots) : undefined;
  return store && isPrivateFolder(realOf(folder)) ? store : undefined;
}

const day = 86_400_000;

/** To look at all sessions takes time; another process may be at it, and what is left over is no reason to stop. */
async function sweepDaily(store: Backend, folder: string, keep: KeepOptions | undefined): Promise<void> {
  try {
    const last = statSync(join(folder, "sweep.json"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - last < day) return;
    const { sweepCheckpoints } = await import("@holdall/checkpoints");
    await sweepCheckpoints({ store, folder: toPath(folder), keep });
  } catch {}
}

/** With links followed as far as it exists. */
function realOf(path: string): string {
  const at = resolve(path);
  return existsSync(at) || dirname(at) === at ? realpathSync.native(at) : join(realOf(dirname(at)), basename(at));
}
