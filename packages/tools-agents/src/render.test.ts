import { expect, test } from "vitest";
import { mergeLines } from "./render.ts";

test("a long line of a conflict is cut with the number of characters that are left out", () => {
  const place = { base: 1, current: 1, incoming: 1 };
  const lines = [{ line: place, base: "", current: "x".repeat(200), incoming: `${"y".repeat(200)}and more\n` }];
  const conflict = { path: "/a.txt", kind: "content", reason: "both", lines };
  const shown = mergeLines({ changes: [], merged: [], conflicts: [conflict], held: [], notes: [] }, "t1");
  expect(shown).toContain(`    ${"x".repeat(200)}`);
  expect(shown).toContain(`    ${"y".repeat(200)} (8 more characters)`);
});

test("changes on a branch come with every next move, and say when uncommitted work is in the way of git", () => {
  const branch = { name: "agent/x-1", path: "/state/x-1", commits: 2, carried: true };
  const merge = { changes: [], merged: [], conflicts: [], held: ["/a.txt"], reason: "They are on branch agent/x-1" };
  expect(mergeLines({ ...merge, branch }, "t1")).toEqual([
    "Not merged (They are on branch agent/x-1): /a.txt",
    "Branch agent/x-1: 2 commits, after one with your uncommitted work. Worktree: /state/x-1",
    "Merge it into your files with resolve_merge, task_id t1, or with `git merge agent/x-1` once your uncommitted work is committed; discard: true removes both.",
  ]);
  const removed = { ...branch, path: undefined, commits: 1 };
  expect(mergeLines({ ...merge, held: [], branch: removed }, "t1")).toEqual([
    "The branch agent/x-1 is kept (1 commit); its worktree was removed.",
  ]);
});
