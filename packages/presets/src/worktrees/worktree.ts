import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { basename, join } from "node:path";
import { isGone, newOwner, processOf } from "@holdall/backends-node";
import { ToolError } from "@holdall/tool-core";
import { isInside } from "@holdall/tool-kit/node";
import { copyFiles } from "./copy-files.ts";
import { entryAt, placeOf } from "./entry.ts";
import { type GitRun, git, nameText } from "./git.ts";
import { onlyInWorktree } from "./only-in-worktree.ts";
import { branchOf, type Checkout, gitOf, headOf } from "./repository.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";

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

interface WorktreeOptions {
  /** Where worktrees are made. It must lie in no root. */
  readonly folder: string;
  /** How names of branches start. */
  readonly prefix: string;
  /** What the agent does, in a few words. */
  readonly description: string;
  /** Paths that must not be read: they are not carried in, unless they are tracked. */
  readonly isDenied?: ((path: string) => boolean) | undefined;
}

export const recordName = "holdall.json";
const lockReason = "An agent of Holdall works here.";

/** What its commands in a sandbox need beside a worktree: a place for the folder of the repository, and a `.git` that names it. */
export const besideOf = (path: string) => ({ shownAt: `${path}.git`, dotGit: `${path}.git-file` });

const removeBeside = (path: string): void => {
  for (const each of Object.values(besideOf(path))) rmSync(each, { recursive: true, force: true });
};

/** The folder of all worktrees of a repository. */
export const worktreesOf = ({ common, top }: Checkout, folder: string): string =>
  join(folder, `${basename(top)}-${createHash("sha256").update(common).digest("hex").slice(0, 8)}`);

/**
 * Make a working tree on a new branch with the files as they are in a checkout: committed, staged, changed, and new ones that
 * are not ignored. Uncommitted work becomes the first commit of the branch. Index, HEAD, stash and files of the checkout stay
 * as they are.
 */
export async function addWorktree(checkout: Checkout, options: WorktreeOptions) {
  const head = await headOf(checkout);
  using scratch = await openScratch(checkout);
  const { isDenied = () => false } = options;
  const snapshot = await takeSnapshot(scratch, { isDenied: (name) => isDenied(join(checkout.top, nameText(name))) });
  const headTree = (await git(gitOf(checkout), ["rev-parse", "HEAD^{tree}"])).trim();
  const isCarried = snapshot.tree !== headTree;
  const base = isCarried
    ? await commitTree(gitOf(checkout), snapshot.tree, head, `Uncommitted work of ${branchOf(checkout) ?? "HEAD"}`)
    : (head ?? "");
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
    await copyFiles(snapshot.files, checkout.top, path);
    for (const submodule of snapshot.submodules) await fs.mkdir(placeOf(path, submodule), { recursive: true });
    await refresh(scratch, path);
    await fs.copyFile(scratch.index, join(gitDir, "index"));
  } catch (error) {
    await removeWorktree(worktree, { branch: true }).catch(() => undefined); // the first error says more
    throw error;
  }
  return { worktree, notes: notesOf(snapshot) };
}

const named = (names: readonly string[]) => names.map(nameText).join(", ");

function notesOf({ submodules, filtered, nested, denied }: Snapshot): string[] {
  return [
    ...(denied.length > 0 ? [`Not in the worktree, because rules deny reading them: ${named(denied)}.`] : []),
    ...(submodules.length > 0 ? [`Submodules are empty folders in the worktree: ${named(submodules)}.`] : []),
    ...(nested.length > 0 ? [`Other repositories are not in the worktree: ${named(nested)}.`] : []),
    ...(filtered.length > 0
      ? [`Changed files with a filter, such as Git LFS, are in the worktree and in no commit: ${named(filtered)}.`]
      : []),
  ];
}

/** Compare the index with the files of a working tree, so that git need not read them again. */
const refresh = ({ run }: Scratch, path: string) =>
  git({ ...run, cwd: path, env: { ...run.env, GIT_WORK_TREE: path } }, ["update-index", "-q", "--refresh"], {
    alsoCode: 1,
  });

/** The author is who git is configured for; without one, the agent. */
async function commitTree(run: GitRun, tree: string, parent: string | undefined, message: string): Promise<string> {
  const words = ["commit-tree", "--no-gpg-sign", tree, ...(parent === undefined ? [] : ["-p", parent])];
  const input = Buffer.from(`${message}\n`).toString("latin1");
  const nobody = ["-c", "user.name=Agent", "-c", "user.email=agent@localhost"];
  const made = await git(run, words, { input }).catch(() => git(run, [...nobody, ...words], { input }));
  return made.trim();
}

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
  let head = (await git(run, ["rev-parse", "HEAD"])).trim();
  let isClean = (await git(run, ["rev-parse", "HEAD^{tree}"])).trim() === snapshot.tree;
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
    notes.push(`Not committed, because a filter such as Git LFS turns them into other content: ${named(filtered)}.`);
  if (marked.length > 0)
    notes.push(`Not committed, because the index marks them as skip-worktree or assume-unchanged: ${named(marked)}.`);
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

const writeRecord = ({ gitDir, record }: Worktree): void =>
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

function hashesOf(folder: string, names: readonly string[]): Record<string, string> {
  const hashes = names.flatMap((name) => {
    const place = placeOf(folder, name);
    return entryAt(place)?.isFile()
      ? [[name, createHash("sha256").update(readFileSync(place)).digest("hex")] as const]
      : [];
  });
  return Object.fromEntries(hashes);
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
