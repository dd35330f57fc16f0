import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openCheckout } from "./_checkout.fixture.ts";
import { findCheckout } from "./repository.ts";
import { addWorktree } from "./worktree.ts";
import { settleWorktree } from "./worktree-state.ts";

async function open(files: Readonly<Record<string, string>>, prepare: (at: ReturnType<typeof openCheckout>) => void) {
  const at = openCheckout(files);
  prepare(at);
  const checkout = await findCheckout([at.root]);
  const { worktree } = await addWorktree(checkout, { folder: at.folder, prefix: "agent/", description: "" });
  const own = (...words: string[]) => at.git("-C", worktree.path, ...words);
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(worktree.path, name)), { recursive: true });
    writeFileSync(join(worktree.path, name), text);
  };
  return { ...at, worktree, own, put };
}

test("ignored files, other repositories and files of a submodule count as changes and are named; empty folders do not", async () => {
  const other = openCheckout({ "in.txt": "in\n" });
  const at = await open({ ".gitignore": "*.log\nout/\nempty/\n", "a.txt": "a\n" }, ({ git }) => {
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.root, "part");
    git("commit", "-qm", "with a part");
  });
  const { path } = at.worktree;
  mkdirSync(join(path, "empty/deep"), { recursive: true });
  expect(await settleWorktree(at.worktree)).toMatchObject({ isChanged: false, isClean: true, left: [] });
  const tries: [left: string, make: () => void][] = [
    ["run.log", () => at.put("run.log", "log\n")],
    ["out/", () => at.put("out/deep/x.js", "x\n")],
    ["part/", () => at.put("part/x.txt", "x\n")],
    ["nested/", () => void at.git("init", "-q", join(path, "nested"))],
  ];
  const left: string[] = [];
  for (const [name, make] of tries) {
    make();
    left.push(name);
    const state = await settleWorktree(at.worktree, "Changes");
    expect(state).toMatchObject({ isChanged: true, isClean: false, commits: 0 });
    expect([...state.left].sort()).toEqual([...left].sort());
    for (const each of left) expect(state.notes.join("\n")).toContain(each);
  }
});

test("files that an agent marks in the index are committed; those that were marked before stay out and count as changes", async () => {
  const files = { "a.txt": "a\n", "b.txt": "b\n", "own.cfg": "shared\n", "same.cfg": "shared\n" };
  const at = await open(files, ({ git, write }) => {
    git("update-index", "--skip-worktree", "own.cfg");
    git("update-index", "--assume-unchanged", "same.cfg");
    write("own.cfg", "mine\n");
    write("same.cfg", "mine too\n");
  });
  const { path, record } = at.worktree;
  expect(readFileSync(join(path, "own.cfg"), "utf8")).toBe("mine\n");
  expect(readFileSync(join(path, "same.cfg"), "utf8")).toBe("mine too\n");
  expect(await settleWorktree(at.worktree)).toMatchObject({ isChanged: false, notes: [] });
  at.own("update-index", "--skip-worktree", "a.txt");
  at.own("update-index", "--assume-unchanged", "b.txt");
  at.put("a.txt", "A\n");
  at.put("b.txt", "B\n");
  expect(await settleWorktree(at.worktree)).toMatchObject({ isChanged: true, isClean: false });
  expect(await settleWorktree(at.worktree, "Changes")).toMatchObject({ isChanged: true, isClean: true, commits: 1 });
  expect(at.git("diff", "--name-only", "main", record.branch)).toBe("a.txt\nb.txt\n");
  at.put("own.cfg", "the agent's\n");
  const state = await settleWorktree(at.worktree, "More changes");
  expect(state).toMatchObject({ isChanged: true, isClean: false, commits: 1 });
  expect(state.notes.join("\n")).toMatch(/skip-worktree.*own\.cfg/);
});

test("files outside a sparse checkout stay away, and one that is there all the same is carried in", async () => {
  const at = await open({ "in/a.txt": "a\n", "out/b.txt": "b\n", "out/c.txt": "c\n" }, ({ git, write }) => {
    git("sparse-checkout", "set", "in");
    write("out/c.txt", "here\n");
  });
  expect(readFileSync(join(at.worktree.path, "out/c.txt"), "utf8")).toBe("here\n");
  expect(() => readFileSync(join(at.worktree.path, "out/b.txt"))).toThrow("ENOENT");
  expect(await settleWorktree(at.worktree)).toMatchObject({ isChanged: false, isClean: true });
  at.put("out/b.txt", "changed\n");
  expect(await settleWorktree(at.worktree, "Changes")).toMatchObject({ commits: 1, isClean: true });
});

test("a folder in whose place a link leads to its new name is committed as git would", async () => {
  const at = await open({ "src/a.js": "a\n", "src/deep/b.js": "b\n" }, () => {});
  const { path, record } = at.worktree;
  renameSync(join(path, "src"), join(path, "lib"));
  symlinkSync("lib", join(path, "src"));
  at.put("lib/deep/b.js", "changed\n");
  expect(await settleWorktree(at.worktree, "Moved")).toMatchObject({ commits: 1, isClean: true, notes: [] });
  expect(at.git("ls-tree", "-r", "--name-only", record.branch)).toBe("lib/a.js\nlib/deep/b.js\nsrc\n");
  expect(at.own("status", "--porcelain")).toBe("");
});
