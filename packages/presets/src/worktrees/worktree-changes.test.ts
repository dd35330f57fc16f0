import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { openCheckout } from "./_checkout.fixture.ts";
import { findCheckout } from "./repository.ts";
import { addWorktree } from "./worktree.ts";
import { changesOf } from "./worktree-changes.ts";
import { settleWorktree } from "./worktree-state.ts";
import { rootsIn } from "./worktree-view.ts";

async function open(files?: Readonly<Record<string, string>>) {
  const at = openCheckout(files);
  const checkout = await findCheckout([at.root]);
  const { worktree } = await addWorktree(checkout, { folder: at.folder, prefix: "agent/", description: "" });
  const roots = rootsIn(worktree, [toPath(at.root)]);
  const own = (...words: string[]) => at.git("-C", worktree.path, ...words);
  return { ...at, worktree, roots, own };
}

test("contents come from commits, not through links that an agent has made since", async () => {
  const at = await open();
  const { path, gitDir } = at.worktree;
  mkdirSync(join(path, "keys"));
  writeFileSync(join(path, "keys/secret.txt"), "of the agent\n");
  at.own("add", "-A");
  at.own("commit", "-qm", "keys");
  mkdirSync(join(at.base, "outside"));
  writeFileSync(join(at.base, "outside/secret.txt"), "of the user\n");
  rmSync(join(path, "keys"), { recursive: true });
  symlinkSync(join(at.base, "outside"), join(path, "keys"));
  writeFileSync(join(gitDir, "MERGE_HEAD"), "");
  const { changes } = await changesOf(at.worktree, at.roots);
  expect(changes.map(({ path: each, after }) => [each, new TextDecoder().decode(after)])).toEqual([
    [toPath(join(at.root, "keys/secret.txt")), "of the agent\n"],
  ]);
});

test("nothing is committed on another branch, during a merge, or through a link in the folder of git", async () => {
  const at = await open();
  const { path, gitDir } = at.worktree;
  writeFileSync(join(path, "a.txt"), "changed\n");
  const notes = async () => (await settleWorktree(at.worktree, "Changes")).notes.join("\n");
  const main = at.git("rev-parse", "main");
  at.own("symbolic-ref", "HEAD", "refs/heads/main");
  expect(await notes()).toContain("another branch is checked out");
  at.own("symbolic-ref", "HEAD", `refs/heads/${at.worktree.record.branch}`);
  writeFileSync(join(gitDir, "MERGE_HEAD"), "");
  expect(await notes()).toContain("in progress");
  rmSync(join(gitDir, "MERGE_HEAD"));
  const log = join(gitDir, "logs/HEAD");
  renameSync(log, join(at.base, "log"));
  symlinkSync(join(at.base, "log"), log);
  expect(await notes()).toContain("is a symbolic link");
  rmSync(log);
  expect(await settleWorktree(at.worktree, "Changes")).toMatchObject({ commits: 1, notes: [] });
  expect(at.git("rev-parse", "main")).toBe(main);
});

test("line ends are those of working trees; links and their targets are left to git", async () => {
  const at = await open({ ".gitattributes": "*.txt text eol=crlf\n", "a.txt": "one\ntwo\n" });
  writeFileSync(join(at.worktree.path, "a.txt"), "one\r\nTWO\r\n");
  symlinkSync("a.txt", join(at.worktree.path, "link"));
  await settleWorktree(at.worktree, "Changes");
  const { changes, others } = await changesOf(at.worktree, at.roots);
  expect(
    changes.map(({ before, after }) => [before, after].map((each) => new TextDecoder().decode(each as Uint8Array))),
  ).toEqual([["one\r\ntwo\r\n", "one\r\nTWO\r\n"]]);
  expect(others).toEqual(["link"]);
});
