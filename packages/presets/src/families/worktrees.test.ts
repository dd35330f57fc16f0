import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { contentText, openSession, type SessionSnapshot } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding } from "../index.ts";
import { stateOf } from "../worktrees/_checkout.fixture.ts";
import { openAgents, type Step } from "./_worktree-agents.fixture.ts";

const edits: Step[] = [
  ["read_file", { path: "a.txt" }],
  ["edit_file", { path: "a.txt", old_string: "three", new_string: "THREE" }],
  ["write_file", { path: "new.txt", content: "n\n" }],
  ["read_file", { path: "work.txt" }],
  ["grep_files", { pattern: "THREE" }],
  ["delete_file", { path: "b.txt" }],
];

test("the changes of an agent are commits on a branch, above one with the uncommitted work of its parent", async () => {
  const at = openAgents({ edits });
  at.write("work.txt", "not committed\n");
  at.write("a.txt", "ONE\ntwo\nthree\n");
  const before = stateOf(at);
  const { output, text, branch } = await at.start("edits", { description: "Fix the numbers!" });
  expect(stateOf(at)).toEqual(before);
  expect(branch).toEqual({
    name: expect.stringMatching(/^agent\/fix-the-numbers-[0-9a-f]{6}$/),
    path: expect.stringContaining(at.folder),
    commits: 1,
    carried: true,
  });
  expect(output.report).toContain("not committed");
  expect(output.report).toContain(join(at.root, "a.txt"));
  expect(output.merge?.held).toEqual(["a.txt", "b.txt", "new.txt"].map((name) => join(at.root, name)));
  expect(text).toContain(`with \`git merge ${branch?.name}\` once your uncommitted work is committed`);
  expect(at.git("log", "--format=%an: %s", `main..${branch?.name}`)).toBe(
    "Person: Fix the numbers!\nPerson: Uncommitted work of main\n",
  );
  expect(at.git("show", `${branch?.name}:a.txt`)).toBe("ONE\ntwo\nTHREE\n");
  expect(at.git("diff", "--name-status", `${branch?.name}~`, branch?.name ?? "")).toBe(
    "M\ta.txt\nD\tb.txt\nA\tnew.txt\n",
  );
  expect(at.git("-C", branch?.path ?? "", "status", "--porcelain")).toBe("");
  expect(readFileSync(join(branch?.path ?? "", "work.txt"), "utf8")).toBe("not committed\n");
});

test("resolve_merge brings a branch into files that were never committed, keeps the branch, and undo takes it back", async () => {
  const at = openAgents({ edits });
  at.write("work.txt", "not committed\n");
  const { output, branch } = await at.start("edits");
  at.write("a.txt", "ONE\ntwo\nthree\n");
  const merged = await at.session.call("resolve_merge", { task_id: output.task_id });
  expect(merged).toMatchObject({ ok: true, output: { conflicts: [], held: [], branch: { name: branch?.name } } });
  expect(contentText(merged.content)).toContain("its worktree was removed");
  expect(readFileSync(join(at.root, "a.txt"), "utf8")).toBe("ONE\ntwo\nTHREE\n");
  expect(existsSync(join(at.root, "b.txt"))).toBe(false);
  expect(existsSync(branch?.path ?? "")).toBe(false);
  expect(at.git("branch", "--list", "agent/*")).toContain(branch?.name);
  expect(at.git("worktree", "list").trim().split("\n")).toHaveLength(1);
  await at.session.call("undo", {});
  expect(readFileSync(join(at.root, "a.txt"), "utf8")).toBe("ONE\ntwo\nthree\n");
  expect(existsSync(join(at.root, "b.txt"))).toBe(true);
});

test("a conflict is decided as one of an overlay, and the agent can go on in its worktree", async () => {
  const at = openAgents({ edits, again: [["write_file", { path: "more.txt", content: "m\n" }]] });
  const { output, branch } = await at.start("edits");
  expect(branch).toMatchObject({ commits: 1, carried: false });
  at.write("a.txt", "one\ntwo\nmine\n");
  const { task_id } = output;
  expect(await at.session.call("resolve_merge", { task_id })).toMatchObject({
    output: { conflicts: [{ path: join(at.root, "a.txt"), kind: "content" }] },
  });
  const more = await at.start("again", { task_id });
  expect(more.branch).toMatchObject({ name: branch?.name, path: branch?.path, commits: 2 });
  expect(await at.session.call("resolve_merge", { task_id })).toMatchObject({
    output: { conflicts: [{ kind: "content" }] },
  });
  const files = [{ path: "a.txt", take: "incoming" }];
  expect(await at.session.call("resolve_merge", { task_id, files })).toMatchObject({
    output: { conflicts: [], held: [] },
  });
  expect(readFileSync(join(at.root, "a.txt"), "utf8")).toBe("one\ntwo\nTHREE\n");
  expect(readFileSync(join(at.root, "more.txt"), "utf8")).toBe("m\n");
});

test("a worktree without changes is removed with its branch, and discarding one with changes asks", async () => {
  const at = openAgents({ none: [["read_file", { path: "a.txt" }]], edits });
  const before = stateOf(at);
  const nothing = await at.start("none");
  expect(nothing.output).toMatchObject({ end: "completed", merge: { changes: [], held: [], conflicts: [] } });
  expect(nothing.branch).toBeUndefined();
  expect(at.git("branch", "--list", "agent/*")).toBe("");
  const { output, branch } = await at.start("edits");
  at.asked.length = 0;
  const discarded = await at.session.call("resolve_merge", { task_id: output.task_id, discard: true });
  expect(at.asked.join("\n")).toContain(branch?.path);
  expect(discarded).toMatchObject({ ok: true, output: { discarded: { length: 3 } } });
  expect(at.git("branch", "--list", "agent/*")).toBe("");
  expect(existsSync(branch?.path ?? "")).toBe(false);
  expect(stateOf(at)).toEqual(before);
});

test("another process merges what an agent has left on its branch", async () => {
  const at = openAgents({ edits });
  const { output } = await at.start("edits");
  const snapshot = JSON.parse(JSON.stringify(at.session.snapshot())) as SessionSnapshot;
  await at.session.close();
  const later = at.open(snapshot);
  const merged = await later.call("resolve_merge", { task_id: output.task_id });
  expect(merged).toMatchObject({ ok: true, output: { conflicts: [], held: [], merged: { length: 3 } } });
  expect(readFileSync(join(at.root, "new.txt"), "utf8")).toBe("n\n");
});

test("four agents that start at once each get a branch of their own", async () => {
  const write = (path: string): Step[] => [["write_file", { path, content: path }]];
  const at = openAgents({ one: write("1"), two: write("2"), three: write("3"), four: write("4") });
  at.write("work.txt", "not committed\n");
  const before = stateOf(at);
  const ended = await Promise.all(["one", "two", "three", "four"].map((name) => at.start(name)));
  expect(ended.map(({ output }) => output.reason)).toEqual(Array(4).fill(undefined));
  expect(new Set(ended.map(({ branch }) => branch?.name)).size).toBe(4);
  for (const [index, { branch }] of ended.entries())
    expect(at.git("diff", "--name-only", `${branch?.name}~`, branch?.name ?? "")).toBe(`${index + 1}\n`);
  expect(stateOf(at)).toEqual(before);
});

test("where there can be no worktree, the call fails and names overlay", async () => {
  const preset = coding({
    backend: memoryBackend(),
    agents: { runner: async () => ({ text: "", calls: [], tokens: { input: 0, cached: 0, output: 0 } }) },
    shell: false,
  });
  await using session = openSession(preset.registry, preset);
  const inMemory = await session.call("task", { prompt: "x", agent: "general", isolation: "worktree" });
  expect(inMemory).toMatchObject({
    ok: false,
    error: { code: "unsupported", hint: expect.stringContaining('"overlay"') },
  });
  const at = openAgents({ edits });
  at.git("update-ref", "-d", "HEAD");
  const { result } = await at.start("edits");
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: "unsupported",
      message: expect.stringContaining("has no commits"),
      hint: expect.stringContaining('"overlay"'),
    },
  });
});
