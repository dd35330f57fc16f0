import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "./repository.ts";

/** A working tree of an agent, on a branch of its own. */
export interface Worktree {
  /** The checkout that it was made from. */
  readonly checkout: Checkout;
  readonly path: string;
  /** The folder with its index and HEAD, in the folder of the repository. */
  readonly gitDir: string;
  readonly record: WorktreeRecord;
}

/** What is kept of a worktree in its git folder. */
export interface WorktreeRecord {
  readonly branch: string;
  /** The commit that the agent started from. */
  readonly base: string;
  /** The base is a commit of the uncommitted work of the checkout. */
  readonly isCarried: boolean;
  /** Hashes of files that are in no commit as they were: a filter changes them, or the index says not to compare them. */
  readonly uncommitted: Readonly<Record<string, string>>;
  /** The process in which the agent works; absent once it has ended. */
  readonly owner?: string | undefined;
}

export const recordName = "holdall.json";

export const writeRecord = ({ gitDir, record }: Worktree): void =>
  writeFileSync(join(gitDir, recordName), JSON.stringify(record));

/** What is kept of a worktree. Undefined if it is not of this shape. Throws if there is nothing. */
export function readRecord(gitDir: string): WorktreeRecord | undefined {
  const text = readFileSync(join(gitDir, recordName), "utf8");
  const { branch, base, isCarried, uncommitted, owner } = Object(JSON.parse(text)) as Record<string, unknown>;
  if (typeof branch !== "string" || typeof base !== "string" || !/^[0-9a-f]{40,64}$/.test(base)) return undefined;
  return {
    branch,
    base,
    isCarried: isCarried === true,
    uncommitted: Object(uncommitted) as Record<string, string>,
    owner: typeof owner === "string" ? owner : undefined,
  };
}

/** What its commands in a sandbox need beside a worktree: a place for the folder of the repository, and a `.git` that names it. */
export const besideOf = (path: string) => ({ shownAt: `${path}.git`, dotGit: `${path}.git-file` });

export const removeBeside = (path: string): void => {
  for (const each of Object.values(besideOf(path))) rmSync(each, { recursive: true, force: true });
};
