import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { isInside } from "@holdall/tool-kit/node";
import { fieldsOf, type GitRun, git, nameText } from "./git.ts";

/** A checkout of a repository, whose paths are real ones. */
export interface Checkout {
  /** The top of the working tree. */
  readonly top: string;
  /** The folder with this working tree's index and HEAD. */
  readonly gitDir: string;
  /** The folder with objects, branches and settings, which all working trees share. */
  readonly common: string;
}

/**
 * The checkout that holds all of some folders. Throws `unsupported` where there is none that worktrees can be made of: no
 * repository, a bare one, a submodule, one without commits, or folders that are not in one checkout.
 */
export async function findCheckout(folders: readonly string[]): Promise<Checkout> {
  const [first = "/", ...rest] = folders.map((folder) => realpathSync.native(folder));
  const words = [
    "rev-parse",
    "--is-bare-repository",
    "--is-inside-work-tree",
    "--absolute-git-dir",
    "--git-common-dir",
  ];
  const found = await git({ top: first, cwd: first }, words).catch((error: unknown) => {
    if (ToolError.is(error) && /not a git repository/.test(error.message))
      throw noWorktree(`${first} is not in a git repository`);
    throw error;
  });
  const [isBare, isInTree, gitDir = "", common = ""] = lines(found);
  if (isBare === "true") throw noWorktree(`the repository at ${first} is bare`);
  if (isInTree !== "true") throw noWorktree(`${first} is in the folder that git keeps its data in`);
  const about = ["rev-parse", "--show-toplevel", "--verify", "--quiet", "HEAD^{commit}"];
  const [named = "", head] = lines(await git({ top: first, cwd: first }, about, { alsoCode: 1 }));
  const top = realpathSync.native(named);
  const own = realpathSync.native(gitDir);
  if (isSubmodule(top, own)) throw noWorktree(`${top} is a submodule`);
  const outside = rest.find((folder) => !isInside(folder, top));
  if (outside !== undefined) throw noWorktree(`${outside} is a root outside the repository at ${top}`);
  if (head === undefined) throw noWorktree(`the repository at ${top} has no commits`);
  return { top, gitDir: own, common: realpathSync.native(resolve(first, common)) };
}

const lines = (output: string): string[] => nameText(output).split("\n").slice(0, -1);

/** The folder of a submodule is named by a file and has no `commondir`, and its settings name the working tree. */
function isSubmodule(top: string, gitDir: string): boolean {
  const isNamed = gitDir !== join(top, ".git");
  return isNamed && !existsSync(join(gitDir, "commondir")) && /\/modules\//.test(gitDir);
}

export const gitOf = ({ top, gitDir }: Checkout): GitRun => ({ top, gitDir });

/** The commit that is checked out, and its tree. Throws `unavailable` if there is none. */
export async function headOf(run: GitRun): Promise<{ readonly commit: string; readonly tree: string }> {
  const [commit = "", tree = ""] = lines(await git(run, ["rev-parse", "HEAD^{commit}", "HEAD^{tree}"]));
  return { commit, tree };
}

/** The branch that is checked out, without `refs/heads/`. Undefined if HEAD is detached. */
export function branchOf({ gitDir }: Pick<Checkout, "gitDir">): string | undefined {
  const head = readFileSync(join(gitDir, "HEAD"), "utf8");
  return /^ref: refs\/heads\/(.+?)\s*$/.exec(head)?.[1];
}

/** Whether a branch is in the repository, by its name without `refs/heads/`. */
export async function hasBranch(checkout: Checkout, branch: string): Promise<boolean> {
  const words = ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`];
  return (await git(gitOf(checkout), words, { alsoCode: 1 })).trim() !== "";
}

/** All settings that apply in a checkout, the last value of each. */
export async function settingsOf(checkout: Checkout): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const each of fieldsOf(await git(gitOf(checkout), ["config", "--list", "-z"]))) {
    const cut = each.indexOf("\n");
    if (cut < 0) found.set(each, "true");
    else found.set(each.slice(0, cut), each.slice(cut + 1));
  }
  return found;
}

/** The error of what cannot have worktrees. */
export const noWorktree = (reason: string) =>
  new ToolError("unsupported", `The agent cannot have a git worktree: ${reason}.`, {
    hint: 'Use isolation: "overlay": it has files of its own, too, which are merged when it ends.',
  });
