import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openCheckout } from "./_checkout.fixture.ts";
import { findWorktrees, releaseAbandoned } from "./find-worktrees.ts";
import { findCheckout } from "./repository.ts";
import { addWorktree, worktreesOf } from "./worktree.ts";

const killed = fileURLToPath(new URL("_killed.fixture.ts", import.meta.url));

test("what a killed process leaves is listed by git: unchanged worktrees are removed later, changed ones are kept", async () => {
  const at = openCheckout();
  expect(spawnSync(process.execPath, [killed, at.root, at.folder], { encoding: "utf8" }).signal).toBe("SIGKILL");
  const listed = () => at.git("worktree", "list", "--porcelain");
  expect(listed().match(/^locked/gm)).toHaveLength(2);
  const checkout = await findCheckout([at.root]);
  const { worktree: working } = await addWorktree(checkout, {
    folder: at.folder,
    prefix: "agent/",
    description: "at work",
  });
  const notes = await releaseAbandoned(checkout, at.folder);
  expect(notes).toEqual([expect.stringMatching(/left changes on branch agent\/changed-\w+ in .*changed/)]);
  expect(listed()).not.toContain("unchanged");
  expect(listed().match(/^locked/gm)).toHaveLength(1);
  expect(existsSync(working.path)).toBe(true);
  const left = findWorktrees(checkout, at.folder).find(({ record }) => record.branch.includes("changed"));
  expect(readFileSync(join(left?.path ?? "", "a.txt"), "utf8")).toBe("changed\n");
  expect(await releaseAbandoned(checkout, at.folder)).toEqual([]);
});

test("a record that names a folder of others is not followed", async () => {
  const at = openCheckout();
  const checkout = await findCheckout([at.root]);
  const { worktree } = await addWorktree(checkout, { folder: at.folder, prefix: "agent/", description: "" });
  writeFileSync(join(worktree.gitDir, "gitdir"), join(at.root, ".git"));
  expect(findWorktrees(checkout, at.folder)).toEqual([]);
  expect(await releaseAbandoned(checkout, at.folder)).toEqual([]);
  expect(existsSync(join(at.root, "a.txt"))).toBe(true);
});

test("where git cannot make a worktree, no branch and no folder are left", async () => {
  const at = openCheckout();
  const checkout = await findCheckout([at.root]);
  writeFileSync(join(at.root, ".git/worktrees"), "in the way\n");
  await expect(addWorktree(checkout, { folder: at.folder, prefix: "agent/", description: "" })).rejects.toThrow(
    "git worktree failed",
  );
  expect(at.git("branch", "--list", "agent/*")).toBe("");
  expect(readdirSync(worktreesOf(checkout, at.folder))).toEqual([]);
});
