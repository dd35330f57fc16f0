import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "@holdall/tool-kit/node";
import type { ReplacedCheckout, ReplacedRoot } from "../port/index.ts";
import type { Mount } from "./mount.ts";

const shown = (path: string, from: string, how: "--bind" | "--ro-bind"): Mount => ({
  path,
  kind: "shown",
  words: [how, from, path],
});

/**
 * The mounts of worktrees that take the place of their checkouts: the worktree, its `.git`, and the folder of the repository at
 * another path, because the worktree hides it. The folder of all worktrees is empty: rules are about the paths of the checkout.
 */
export function checkoutMounts(replaced: readonly ReplacedRoot[], opensGit: boolean): Mount[] {
  const checkouts = new Map(replaced.flatMap(({ git }) => (git ? [[git.top, git] as const] : [])));
  return [...checkouts.values()].flatMap((git) => [
    { path: git.hidden, kind: "secret" as const, words: ["--tmpfs", git.hidden] },
    ...(replaced.some(({ root }) => root === git.top) ? [] : [shown(git.top, git.by, "--ro-bind")]),
    ...git.shown.map((path) => shown(path, path, "--ro-bind")),
    shown(join(git.top, ".git"), git.dotGit, "--ro-bind"),
    shown(git.shownAt, git.folder, "--ro-bind"),
    ...(opensGit ? writableParts(git) : []),
  ]);
}

function writableParts({ folder, shownAt, writable, kept }: ReplacedCheckout): Mount[] {
  const there = (parts: readonly string[]) => parts.filter((part) => isThere(join(folder, part)));
  return [
    ...there(writable).map((part) => shown(join(shownAt, part), join(folder, part), "--bind")),
    ...there(kept).map((part) => shown(join(shownAt, part), join(folder, part), "--ro-bind")),
  ];
}

/** Whether a mount would create what a worktree does not have, such as an ignored file, or would hide its `.git`. */
export function isMissing({ path }: Mount, replaced: readonly ReplacedRoot[]): boolean {
  const tops = replaced.flatMap(({ git }) => (git ? [{ root: git.top, by: git.by, shown: git.shown, git }] : []));
  const around = [...replaced, ...tops].find(({ root, git }) => git && isInside(path, root));
  const git = around?.git;
  if (!around || !git || path === around.root || around.shown.some((each) => isInside(path, each))) return false;
  return isInside(path, join(git.top, ".git")) || !isThere(around.by + path.slice(around.root.length));
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
