import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createPointedReason } from "../indirect-paths.ts";
import { workspace } from "./_run.fixture.ts";

function protectionIn(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
  const { root, remove } = workspace(files);
  onTestFinished(remove);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  const reasonOf = createPointedReason([root]);
  return (path: string) => reasonOf(join(root, path)) !== undefined;
}

test("paths are protected for what points to them, whether they exist or not, and others are not", () => {
  const isProtected = protectionIn(
    {
      ".git": "gitdir: .bare\n",
      ".bare/config": "[core]\n\thooksPath = my/hooks\n[include]\n\tpath = ../shared.conf\n",
      ".bare/HEAD": "",
      "shared.conf": "",
      "my/hooks/pre-commit": "",
      "src/a.ts": "",
      "hk/p": "",
      "mirror/HEAD": "",
      "mirror/objects/x": "",
      "mirror/refs/x": "",
      "wt/.git": "gitdir: ../store/worktrees/wt\n",
      "store/worktrees/wt/commondir": "../..\n",
      "store/HEAD": "",
      "store/objects/x": "",
      "store/refs/x": "",
    },
    { ".husky": "hk", ".claude": "agent", way: "hk", out: "/usr" },
  );
  const closed = [
    ".bare/config",
    ".bare/hooks/new",
    "my/hooks/pre-commit",
    "my/hooks/new",
    "agent/new",
    "shared.conf",
    "hk/p",
    "hk/new",
  ];
  for (const path of [...closed, "way/new", "mirror/hooks/new", "store/config", "store/hooks/x/y"])
    expect(isProtected(path), path).toBe(true);
  for (const path of ["src/a.ts", "src/new", "my/other", "a", "out/x", "wt/a"])
    expect(isProtected(path), path).toBe(false);
});

test("what lies outside of the roots is not judged, and a root that a link leads to is not closed", () => {
  const isProtected = protectionIn({ "a/b": "" }, { ".vscode": "." });
  for (const path of ["a/b", "../x", "."]) expect(isProtected(path), path).toBe(false);
});
