import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "@holdall/tool-kit/node";
import type { SandboxLevel } from "../port/index.ts";
import { partsOf, readRepository } from "./git-paths.ts";
import { createWalk, maxFolders, type Named } from "./walk-protected.ts";

/** What must not change below the roots, as it is now. */
export interface ProtectedFiles {
  /** Real paths that exist, the most important first; none is in another. */
  readonly held: readonly string[];
  /** Links by a protected name. What they lead to is held, they themselves cannot be. */
  readonly links: readonly string[];
  /** Why this is not all, or cannot all be held. */
  readonly problem: string | undefined;
}

/**
 * Makes a function that finds what is protected: first the git folders of the roots with everything they point to, then
 * where protected links lead, then the rest. The level `git_write` leaves of repositories only what decides what git starts.
 */
export function createFinder(
  roots: readonly string[],
  most = maxFolders,
): (level: SandboxLevel, isThorough: boolean) => ProtectedFiles {
  const walk = createWalk(roots, most);
  return (level, isThorough) => {
    const opens = level === "git_write";
    const { named, isWhole } = walk(isThorough);
    const ranks: [Set<string>, Set<string>, Set<string>] = [new Set(), new Set(), new Set()];
    let problem = isWhole
      ? undefined
      : `there are more than ${most.toLocaleString("en")} folders below ${roots.join(", ")}`;
    const add = (rank: 0 | 1 | 2, path: string, isFolderOfGit = false): void => {
      const real = realOf(path);
      if (real === undefined || !roots.some((root) => isInside(real, root))) return;
      if (isFolderOfGit && (opens || holdsRoot(real, roots))) for (const part of partsOf(real)) add(rank, part);
      else if (holdsRoot(real, roots)) problem ??= `${path} leads to the root itself, which cannot be closed`;
      else ranks[rank].add(real);
    };
    for (const { path, kind } of named) {
      const rank = roots.includes(dirname(path)) && path.endsWith("/.git") ? 0 : 2;
      if (isOfGit(path, kind)) {
        const worktree = path.endsWith("/.git") ? dirname(path) : path;
        const { folders, others, stores } = readRepository(path, worktree);
        if (folders.length === 0 && !opens) add(rank, path);
        // A file that names the folder: `git worktree` makes and removes such files.
        else if (!opens && !folders.includes(path)) add(rank, path);
        for (const folder of folders) add(rank, folder, true);
        for (const other of opens ? others : [...others, ...stores]) add(rank, other);
      } else if (!(opens && /\/\.git(modules|attributes)$/.test(path))) add(kind === "link" ? 1 : 2, path);
    }
    const held = outermost([...ranks[0], ...ranks[1], ...ranks[2]]);
    return { held, links: named.flatMap(({ path, kind }) => (kind === "link" ? path : [])), problem };
  };
}

const isOfGit = (path: string, kind: Named["kind"]): boolean => kind === "repository" || path.endsWith("/.git");

const holdsRoot = (path: string, roots: readonly string[]): boolean => roots.some((root) => isInside(root, path));

/** Without what is in another of them. */
function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  const hasAbove = (path: string): boolean => {
    for (let at = dirname(path); at !== dirname(at); at = dirname(at)) if (all.has(at)) return true;
    return false;
  };
  return [...all].filter((path) => !hasAbove(path));
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
