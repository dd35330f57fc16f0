import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isGone } from "@holdall/backends-node";
import { isInside } from "@holdall/tool-kit/node";
import { ownerOf, releaseWorktree } from "./ownership.ts";
import { readRecord, type Worktree } from "./record.ts";
import type { Checkout } from "./repository.ts";
import { removeWorktree, worktreesOf } from "./worktree.ts";
import { settleWorktree } from "./worktree-state.ts";

/** The worktrees of agents in a repository. One counts only if it and the repository name each other. */
export function findWorktrees(checkout: Checkout, folder: string): Worktree[] {
  const all = join(checkout.common, "worktrees");
  if (!existsSync(all)) return [];
  const home = worktreesOf(checkout, folder);
  return readdirSync(all).flatMap((name) => {
    try {
      const gitDir = realpathSync.native(join(all, name));
      const record = readRecord(gitDir);
      const path = realpathSync.native(dirname(readFileSync(join(gitDir, "gitdir"), "utf8").trim()));
      const back = /^gitdir: (.+?)\s*$/.exec(readFileSync(join(path, ".git"), "utf8"))?.[1] ?? "";
      const isOurs =
        dirname(gitDir) === realpathSync.native(all) && isInside(path, realpathSync.native(home)) && path !== home;
      return isOurs && record && realpathSync.native(back) === gitDir ? [{ checkout, path, gitDir, record }] : [];
    } catch {
      return []; // another's, or one that is being removed
    }
  });
}

/**
 * Tidy up after processes that ended while their agents worked: remove worktrees without changes, and release the others.
 * Returns a note about each of those.
 */
export async function releaseAbandoned(checkout: Checkout, folder: string): Promise<string[]> {
  const notes: string[] = [];
  for (const worktree of findWorktrees(checkout, folder)) {
    const { branch } = worktree.record;
    const owner = ownerOf(worktree);
    if (owner === undefined || !isGone(owner, 0, Number.POSITIVE_INFINITY)) continue;
    const state = await settleWorktree(worktree).catch(() => undefined);
    if (ownerOf(worktree) !== owner) continue; // another process has taken it in the meantime
    if (state && !state.isChanged) {
      await removeWorktree(worktree, { branch: true });
      continue;
    }
    releaseWorktree(worktree);
    notes.push(`An agent of an earlier process has left changes on branch ${branch} in ${worktree.path}.`);
  }
  return notes;
}
