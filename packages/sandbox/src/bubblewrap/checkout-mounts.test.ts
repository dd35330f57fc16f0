import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkoutMounts, isMissing } from "./checkout-mounts.ts";

function checkout() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdall-mounts-")));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const [top, by, folder] = [join(base, "top"), join(base, "tree"), join(base, "top/.git")];
  for (const each of ["objects", "worktrees/x", "hooks"]) mkdirSync(join(folder, each), { recursive: true });
  mkdirSync(join(by, "app"), { recursive: true });
  for (const file of [join(folder, "worktrees/x/commondir"), join(by, ".npmrc")]) writeFileSync(file, "");
  const git = {
    ...{ top, by, dotGit: join(base, "dot-git"), folder, shownAt: join(base, "shown") },
    ...{ shown: [join(top, "node_modules")], hidden: join(base, "trees") },
    ...{ writable: ["objects", "refs", "worktrees/x"], kept: ["worktrees/x/commondir", "worktrees/x/locked"] },
  };
  return { base, top, by, git, app: [{ root: join(top, "app"), by: join(by, "app"), shown: [], git }] };
}

test("the repository is shown at another path, whose parts can be written only with git_write", () => {
  const { base, top, by, app } = checkout();
  const shown = (opensGit: boolean) =>
    checkoutMounts(app, opensGit).map(({ words: [how, from = "", to = ""] }) => [
      how,
      from.slice(base.length),
      to.slice(base.length),
    ]);
  const always = [
    ["--tmpfs", "/trees", ""],
    ["--ro-bind", "/tree", "/top"],
    ["--ro-bind", "/top/node_modules", "/top/node_modules"],
    ["--ro-bind", "/dot-git", "/top/.git"],
    ["--ro-bind", "/top/.git", "/shown"],
  ];
  expect(shown(false)).toEqual(always);
  expect(shown(true)).toEqual([
    ...always,
    ["--bind", "/top/.git/objects", "/shown/objects"],
    ["--bind", "/top/.git/worktrees/x", "/shown/worktrees/x"],
    ["--ro-bind", "/top/.git/worktrees/x/commondir", "/shown/worktrees/x/commondir"],
  ]);
  const [root] = app;
  const whole = root ? [{ ...root, root: top, by }] : [];
  expect(checkoutMounts(whole, false).map(({ path }) => path)).not.toContain(top);
});

test("what a worktree does not have is not mounted in it, nor anything in its .git", () => {
  const { top, by, app } = checkout();
  const [root] = app;
  const whole = root ? [{ ...root, root: top, by, shown: [join(top, "node_modules")] }] : [];
  const isLeft = (name: string) => isMissing({ path: join(top, name), kind: "protected", words: [] }, whole);
  expect([".npmrc", ".env", ".git", ".git/hooks", "node_modules", "node_modules/x/.env", ""].map(isLeft)).toEqual([
    ...[false, true, true, true],
    ...[false, false, false],
  ]);
  const beside = (name: string) => isMissing({ path: join(top, name), kind: "denied", words: [] }, app);
  expect([".npmrc", ".env", "app/.env", "node_modules/x/.env", ""].map(beside)).toEqual([
    ...[false, true, true, false],
    false,
  ]);
  expect(isMissing({ path: "/etc/shadow", kind: "secret", words: [] }, whole)).toBe(false);
});
