import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { basename, join } from "node:path";
import { newOwner } from "@holdall/backends-node";
import { ToolError } from "@holdall/tool-core";
import { isInside } from "@holdall/tool-kit/node";
import { checkOut, commitTree, hashesOf, refresh } from "./commit.ts";
import { copyFiles } from "./copy-files.ts";
import { entryAt, placeOf } from "./entry.ts";
import { git, namesText, nameText } from "./git.ts";
import { lockReason } from "./ownership.ts";
import { removeBeside, type Worktree, writeRecord } from "./record.ts";
import { branchOf, type Checkout, gitOf, headOf } from "./repository.ts";
import { openScratch } from "./scratch.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";

interface WorktreeOptions {
  /** Where worktrees are made. It must lie in no root. */
  readonly folder: string;
  /** How names of branches start. */
  readonly prefix: string;
  /** What the agent does, in a few words. */
  readonly description: string;
  /** Paths that must not be read: they are as they were committed, and otherwise not carried in. */
  readonly isDenied?: ((path: string) => boolean) | undefined;
}

/** The folder of all worktrees of a repository. */
export const worktreesOf = ({ common, top }: Checkout, folder: string): string =>
  join(folder, `${basename(top)}-${createHash("sha256").update(common).digest("hex").slice(0, 8)}`);

/**
 * Make a working tree on a new branch with the files as they are in a checkout: committed, staged, changed, and new ones that
 * are not ignored. Uncommitted work becomes the first commit of the branch. Index, HEAD, stash and files of the checkout stay
 * as they are.
 */
export async function addWorktree(checkout: Checkout, options: WorktreeOptions) {
  const head = await headOf(gitOf(checkout));
  using scratch = await openScratch(checkout);
  const { isDenied } = options;
  const isDeniedName = isDenied && ((name: string) => isDenied(join(checkout.top, nameText(name))));
  const snapshot = await takeSnapshot(scratch, isDeniedName && { isDenied: isDeniedName, head: head.commit });
  const isCarried = snapshot.tree !== head.tree;
  const base = isCarried
    ? await commitTree(
        gitOf(checkout),
        snapshot.tree,
        head.commit,
        `Uncommitted work of ${branchOf(checkout) ?? "HEAD"}`,
      )
    : head.commit;
  const name = `${slugOf(options.description)}-${randomBytes(3).toString("hex")}`;
  const branch = `${options.prefix}${name}`;
  const home = worktreesOf(checkout, options.folder);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const path = join(realpathSync.native(home), name);
  if (isInside(path, checkout.top)) throw isWithin(options.folder, checkout.top);
  const uncommitted = hashesOf(checkout.top, [...snapshot.filtered, ...snapshot.marked]);
  const record = { branch, base, isCarried, uncommitted, owner: newOwner() };
  const worktree: Worktree = { checkout, path, gitDir: join(checkout.common, "worktrees", name), record };
  const { gitDir } = worktree;
  try {
    const words = ["--no-checkout", "--no-track", "--lock", "--reason", lockReason];
    await git(gitOf(checkout), ["worktree", "add", "-q", ...words, "-b", branch, path, base]);
    writeRecord(worktree);
    // It exists so that a sandbox can keep others from creating it.
    if (!existsSync(join(gitDir, "config.worktree"))) writeFileSync(join(gitDir, "config.worktree"), "");
    const committed = new Set(snapshot.committed);
    await copyFiles(
      snapshot.files.filter((name) => !committed.has(name)),
      checkout.top,
      path,
    );
    await checkOut(scratch, snapshot.committed, path);
    for (const submodule of snapshot.submodules) await fs.mkdir(placeOf(path, submodule), { recursive: true });
    await refresh(scratch, path);
    await fs.copyFile(scratch.index, join(gitDir, "index"));
  } catch (error) {
    await removeWorktree(worktree, { branch: true }).catch(() => undefined); // the first error says more
    throw error;
  }
  return { worktree, notes: notesOf(snapshot) };
}

function notesOf({ submodules, filtered, nested, denied, changedSince }: Snapshot): string[] {
  return [
    ...(changedSince.length > 0
      ? [`As they were committed, because rules deny reading them: ${namesText(changedSince)}.`]
      : []),
    ...(denied.length > 0 ? [`Not in the worktree, because rules deny reading them: ${namesText(denied)}.`] : []),
    ...(submodules.length > 0 ? [`Submodules are empty folders in the worktree: ${namesText(submodules)}.`] : []),
    ...(nested.length > 0 ? [`Other repositories are not in the worktree: ${namesText(nested)}.`] : []),
    ...(filtered.length > 0
      ? [`Changed files with a filter, such as Git LFS, are in the worktree and in no commit: ${namesText(filtered)}.`]
      : []),
  ];
}

/** Remove the working tree, and its branch if that is asked for. */
export async function removeWorktree(
  { checkout, path, gitDir, record }: Worktree,
  { branch }: { readonly branch: boolean },
) {
  removeBeside(path);
  await fs.rm(path, { recursive: true, force: true });
  if (entryAt(gitDir)) await fs.rm(gitDir, { recursive: true, force: true });
  if (branch) await git(gitOf(checkout), ["update-ref", "-d", `refs/heads/${record.branch}`]);
}

/** A part of a branch name: `fix-the-parser`. */
const slugOf = (description: string): string =>
  description
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "") || "task";

const isWithin = (folder: string, top: string) =>
  new ToolError("unsupported", `The folder for worktrees, ${folder}, lies in the checkout at ${top}.`, {
    hint: 'Set agents.worktrees.folder to a folder outside, or use isolation: "overlay".',
  });
