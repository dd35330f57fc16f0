import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isGone, newOwner, processOf } from "@holdall/backends-node";
import { ToolError } from "@holdall/tool-core";
import { readRecord, removeBeside, type Worktree, writeRecord } from "./record.ts";

/** Git keeps a locked worktree from being moved, removed or pruned. */
export const lockReason = "An agent of Holdall works here.";

/** Who works in a worktree now. Undefined once it is unlocked, such as with `git worktree unlock`. */
export const ownerOf = ({ gitDir }: Pick<Worktree, "gitDir">): string | undefined =>
  existsSync(join(gitDir, "locked")) ? readRecord(gitDir)?.owner : undefined;

/** Throws `unavailable` while another process works in a worktree. */
export function refuseBusy({ gitDir, path, record }: Worktree): void {
  const owner = ownerOf({ gitDir });
  if (owner === undefined || isGone(owner, 0, Number.POSITIVE_INFINITY)) return;
  const { id, isSelf } = processOf(owner);
  if (isSelf) return;
  throw new ToolError(
    "unavailable",
    `Another process${id ? ` (${id})` : ""} works in ${path} on branch ${record.branch}.`,
    {
      hint: `Wait until its agent has reported. If that process has ended, as after a restart of the machine: \`git worktree unlock ${path}\`.`,
      data: { branch: record.branch, path },
    },
  );
}

/** The agent works in it once more. Throws `unavailable` while another process works in it. */
export function claimWorktree(worktree: Worktree): Worktree {
  refuseBusy(worktree);
  const claimed = { ...worktree, record: { ...worktree.record, owner: newOwner() } };
  writeFileSync(join(worktree.gitDir, "locked"), `${lockReason}\n`);
  writeRecord(claimed);
  return claimed;
}

/** The agent has ended: others may move or remove its worktree. */
export function releaseWorktree({ gitDir, record, ...rest }: Worktree): Worktree {
  const released = { ...rest, gitDir, record: { ...record, owner: undefined } };
  writeRecord(released);
  rmSync(join(gitDir, "locked"), { force: true });
  removeBeside(released.path);
  return released;
}
