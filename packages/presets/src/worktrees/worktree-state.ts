import { existsSync } from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { commitTree, hashesOf, refresh } from "./commit.ts";
import { entryAt } from "./entry.ts";
import { type GitRun, git, namesText, nameText } from "./git.ts";
import { onlyInWorktree } from "./only-in-worktree.ts";
import type { Worktree } from "./record.ts";
import { branchOf, headOf } from "./repository.ts";
import { openScratch } from "./scratch.ts";
import { takeSnapshot } from "./snapshot.ts";

/** What is true of a worktree when its agent has ended. */
interface WorktreeState {
  readonly head: string;
  /** The branch that is checked out, which the agent may have changed. */
  readonly branch: string | undefined;
  readonly commits: number;
  readonly isChanged: boolean;
  /** All of it is in the commit that is checked out. */
  readonly isClean: boolean;
  /** Files and folders that are in no commit and would be lost with the worktree, such as ignored ones. */
  readonly left: readonly string[];
  readonly notes: readonly string[];
}

const operations = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"];

/** Why nothing is committed in a worktree as its agent has left it. */
function hindranceOf({ checkout, path, gitDir, record }: Worktree): string | undefined {
  const operation = operations.find((name) => existsSync(join(gitDir, name)));
  if (operation !== undefined) return `an operation of git is in progress in ${path} (${operation})`;
  const branch = branchOf({ gitDir });
  if (branch !== undefined && branch !== record.branch) return `another branch is checked out in ${path}`;
  // Git would follow a link that the agent has made, and write where it leads.
  const own = ["HEAD", "index", "logs", "logs/HEAD"].map((name) => join(gitDir, name));
  const parts = `heads/${record.branch}`.split("/");
  const shared = ["refs", "logs/refs"].flatMap((folder) =>
    ["", ...parts].map((_, at) => join(checkout.common, folder, ...parts.slice(0, at))),
  );
  const link = [...own, join(checkout.common, "logs"), ...shared].find((each) => entryAt(each)?.isSymbolicLink());
  return link === undefined ? undefined : `${link} is a symbolic link`;
}

/** Look at a worktree. With a message, commit what is not committed. */
export async function settleWorktree(worktree: Worktree, message?: string): Promise<WorktreeState> {
  const { checkout, path, gitDir, record } = worktree;
  const run: GitRun = { top: checkout.top, gitDir };
  const notes: string[] = [];
  using scratch = await openScratch(checkout, { gitDir, path });
  const snapshot = await takeSnapshot(scratch, {
    staysMarked: (name) => Object.hasOwn(record.uncommitted, name),
  });
  const found = await headOf(run);
  let head = found.commit;
  let isClean = found.tree === snapshot.tree;
  const hindrance = hindranceOf(worktree);
  if (!isClean && hindrance !== undefined) notes.push(`Its last changes are not committed: ${hindrance}.`);
  else if (!isClean && message !== undefined) {
    const made = await commitTree(run, snapshot.tree, head, message);
    await git(run, ["update-ref", "-m", "commit: by an agent", "HEAD", made, head]);
    await refresh(scratch, path);
    await installIndex(scratch.index, gitDir);
    [head, isClean] = [made, true];
  }
  const now = hashesOf(path, [...snapshot.filtered, ...snapshot.marked]);
  const apart = Object.keys({ ...now, ...record.uncommitted }).filter((name) => now[name] !== record.uncommitted[name]);
  const [filtered, marked] = partition(apart, new Set(snapshot.filtered));
  if (filtered.length > 0)
    notes.push(
      `Not committed, because a filter such as Git LFS turns them into other content: ${namesText(filtered)}.`,
    );
  if (marked.length > 0)
    notes.push(
      `Not committed, because the index marks them as skip-worktree or assume-unchanged: ${namesText(marked)}.`,
    );
  const left = (await onlyInWorktree(scratch.run, snapshot)).map(nameText);
  if (left.length > 0)
    notes.push(
      `Only in ${path}, because git commits neither ignored files nor other repositories: ${left.join(", ")}.`,
    );
  const branch = branchOf({ gitDir });
  if (branch !== record.branch)
    notes.push(`${branch === undefined ? "No branch" : `The branch ${branch}`} is checked out in ${path} now.`);
  const commits = Number((await git(run, ["rev-list", "--count", `${record.base}..HEAD`])).trim());
  const own = (
    await git(run, ["rev-parse", "--verify", "--quiet", `refs/heads/${record.branch}`], { alsoCode: 1 })
  ).trim();
  const isMoved = head !== record.base || (own !== "" && own !== record.base);
  isClean &&= apart.length === 0 && left.length === 0;
  return { head, branch, commits, isChanged: isMoved || !isClean, isClean, left, notes };
}

function partition(names: readonly string[], first: ReadonlySet<string>): readonly [string[], string[]] {
  return [names.filter((name) => first.has(name)), names.filter((name) => !first.has(name))];
}

/** As git replaces an index: under its lock. */
async function installIndex(from: string, gitDir: string): Promise<void> {
  const lock = join(gitDir, "index.lock");
  await fs.copyFile(from, lock, fs.constants.COPYFILE_EXCL);
  await fs.rename(lock, join(gitDir, "index"));
}
