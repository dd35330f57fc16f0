import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentText, planModeKey, type SessionSnapshot } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { openCheckout, stateOf } from "../worktrees/_checkout.fixture.ts";
import { findWorktrees } from "../worktrees/find-worktrees.ts";
import { findCheckout } from "../worktrees/repository.ts";
import { openAgents, type Step } from "./_worktree-agents.fixture.ts";

const write = (path: string): Step[] => [["write_file", { path, content: `${path}\n` }]];

test("a worktree with nothing but ignored files is kept and named, and can be discarded", async () => {
  const at = openAgents({ log: write("run.log") });
  at.write(".gitignore", "*.log\n");
  const { output, branch, text } = await at.start("log");
  expect(existsSync(join(branch?.path ?? "", "run.log"))).toBe(true);
  expect(text).toMatch(/Only in .*: run\.log/);
  expect(output.merge?.held).toEqual(["run.log"]);
  const merged = await at.session.call("resolve_merge", { task_id: output.task_id });
  expect(merged).toMatchObject({ ok: true, output: { merged: [], held: ["run.log"] } });
  expect(existsSync(join(branch?.path ?? "", "run.log"))).toBe(true);
  await at.session.call("resolve_merge", { task_id: output.task_id, discard: true });
  expect(existsSync(branch?.path ?? "")).toBe(false);
});

test("what rules deny reading is in the first commit as it was committed, and not if it is only staged", async () => {
  const rules = [{ deny: ["read(**/*.key)", "read(vault/**)"] }];
  const checkout = openCheckout({ "a.txt": "a\n", "old.key": "committed\n", "gone.key": "committed, too\n" });
  const { write: put, git, root } = checkout;
  put("old.key", "SECRET staged\n");
  put("new.key", "SECRET new\n");
  put("vault/x.txt", "SECRET in a folder\n");
  put("a.txt", "a, changed\n");
  git("add", "-A");
  put("old.key", "SECRET changed\n");
  put("new.key", "SECRET changed, too\n");
  rmSync(join(root, "gone.key"));
  const before = stateOf(checkout);
  const scripts: Record<string, Step[]> = { edits: write("b.txt"), more: write("c.txt") };
  const at = openAgents(scripts, { permissions: { rules } }, checkout);
  const { branch, text } = await at.start("edits");
  const name = branch?.name ?? "";
  expect(text).toContain("Not in the worktree, because rules deny reading them: new.key, vault/x.txt.");
  expect(text).toContain("As they were committed, because rules deny reading them: gone.key, old.key.");
  expect(git("log", "-p", `main..${name}`)).not.toContain("SECRET");
  expect(git("ls-tree", "-r", "--name-only", name).split("\n")).toEqual(["a.txt", "b.txt", "gone.key", "old.key", ""]);
  expect(git("show", `${name}:a.txt`)).toBe("a, changed\n");
  expect(readFileSync(join(branch?.path ?? "", "old.key"), "utf8")).toBe("committed\n");
  expect(stateOf(checkout)).toEqual(before);
  // Marked files are not compared by git.
  git("update-index", "--assume-unchanged", "old.key");
  const marked = await at.start("more");
  expect(readFileSync(join(marked.branch?.path ?? "", "old.key"), "utf8")).toBe("committed\n");
  expect(git("log", "-p", `main..${marked.branch?.name}`)).not.toContain("SECRET");
});

test.each([
  ["an ignored file", "later.log", false],
  ["a changed file", "new.txt", false],
  ["a commit", "new.txt", true],
])(
  "%s that was made in a worktree after its agent has ended keeps it when all else is merged",
  async (_, name, commits) => {
    const at = openAgents({ edits: write("new.txt") });
    at.write(".gitignore", "*.log\n");
    const { output, branch } = await at.start("edits");
    const path = branch?.path ?? "";
    writeFileSync(join(path, name), "made later\n");
    if (commits) at.git("-C", path, "commit", "-qam", "later");
    const merged = await at.session.call("resolve_merge", { task_id: output.task_id });
    expect(merged).toMatchObject({ ok: true, output: { merged: { length: 1 }, held: [path], branch: { path } } });
    expect(readFileSync(join(path, name), "utf8")).toBe("made later\n");
  },
);

test("while another process works in a worktree, nobody else continues, merges or removes it", async () => {
  const at = openAgents({ edits: write("new.txt"), more: write("more.txt") });
  const { output, branch } = await at.start("edits");
  const { task_id } = output;
  const snapshot = JSON.parse(JSON.stringify(at.session.snapshot())) as SessionSnapshot;
  const [worktree] = findWorktrees(await findCheckout([at.root]), at.folder);
  const script = `
    const { findWorktrees } = await import(${JSON.stringify(new URL("../worktrees/find-worktrees.ts", import.meta.url).href)});
    const { findCheckout } = await import(${JSON.stringify(new URL("../worktrees/repository.ts", import.meta.url).href)});
    const { claimWorktree } = await import(${JSON.stringify(new URL("../worktrees/ownership.ts", import.meta.url).href)});
    const [found] = findWorktrees(await findCheckout([${JSON.stringify(at.root)}]), ${JSON.stringify(at.folder)});
    claimWorktree(found);
    console.log("claimed");
    process.stdin.resume();`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  await new Promise((done) => other.stdout.once("data", done));
  expect(at.git("worktree", "list", "--porcelain")).toMatch(/^locked An agent/m);
  writeFileSync(join(worktree?.path ?? "", "half.txt"), "being written\n");

  const refused = { ok: false, error: { code: "unavailable", message: expect.stringContaining(String(other.pid)) } };
  const later = at.open(snapshot);
  expect(await later.call("resolve_merge", { task_id })).toMatchObject(refused);
  expect(await at.session.call("resolve_merge", { task_id, discard: true })).toMatchObject(refused);
  const more = await at.start("more", { task_id });
  expect(more.output).toMatchObject({ end: "failed", reason: expect.stringContaining("Another process") });
  const merged = await at.session.call("resolve_merge", { task_id });
  expect(merged.ok).toBe(false);
  expect(at.git("log", "--format=%s", `main..${branch?.name}`)).toBe("edits\n");
  expect(existsSync(join(worktree?.path ?? "", "half.txt"))).toBe(true);

  at.git("worktree", "unlock", branch?.path ?? "");
  const again = at.open(snapshot);
  expect(await again.call("resolve_merge", { task_id })).toMatchObject({ ok: true, output: { merged: { length: 1 } } });
});

test("a failure to look at a worktree is told with its branch, and can be discarded", async () => {
  const at = openAgents({ none: [["read_file", { path: "a.txt" }]], ...{ edits: write("new.txt") } });
  const { output, branch } = await at.start("edits");
  mkdirSync(join(branch?.path ?? "", "x"));
  const index = findWorktrees(await findCheckout([at.root]), at.folder)[0]?.gitDir ?? "";
  writeFileSync(join(index, "index"), "not an index\n");
  const more = await at.start("none", { task_id: output.task_id });
  expect(more.output.merge).toMatchObject({
    reason: expect.stringContaining("git ls-files failed"),
    held: [branch?.path],
    branch: { name: branch?.name, path: branch?.path },
  });
  expect(more.text).toContain("git ls-files failed");
  await at.session.call("resolve_merge", { task_id: output.task_id, discard: true });
  expect(existsSync(branch?.path ?? "")).toBe(false);
});

test("a worktree that was removed by hand is not found, and its branch is named with what merges it", async () => {
  const at = openAgents({ edits: write("new.txt"), more: write("more.txt") });
  const { output, branch } = await at.start("edits");
  at.git("worktree", "remove", "--force", branch?.path ?? "");
  const more = await at.start("more", { task_id: output.task_id });
  expect(more.output).toMatchObject({
    end: "failed",
    reason: expect.stringContaining(
      `is not there any more, the branch is: merge it with \`git merge ${branch?.name}\``,
    ),
    merge: { branch: { name: branch?.name } },
  });
  expect(more.branch?.path).toBeUndefined();
  expect(at.git("branch", "--list", "agent/*")).toContain(branch?.name);
});

test("an agent is continued with its own isolation only, and not in plan mode if it has a worktree", async () => {
  const at = openAgents({ edits: write("new.txt"), more: write("more.txt"), third: write("third.txt") });
  const shared = await at.start("third", { isolation: "none" });
  const refused = { ok: false, error: { code: "invalid_input", message: expect.stringContaining("isolation") } };
  for (const isolation of ["worktree", "overlay"])
    expect((await at.start("more", { task_id: shared.output.task_id, isolation })).result).toMatchObject(refused);
  const { output, branch } = await at.start("edits");
  const { task_id } = output;
  for (const isolation of ["none", "overlay"])
    expect((await at.start("more", { task_id, isolation })).result).toMatchObject(refused);
  at.session.state(planModeKey).enter();
  for (const isolation of ["worktree", undefined]) {
    const { result } = await at.start("more", { task_id, isolation });
    expect(result).toMatchObject({ ok: false, error: { code: "unavailable" } });
    expect(contentText(result.content)).toContain("in plan mode nothing is committed");
  }
  at.session.state(planModeKey).leave();
  expect((await at.start("more", { task_id })).branch).toMatchObject({ name: branch?.name, commits: 2 });
});
