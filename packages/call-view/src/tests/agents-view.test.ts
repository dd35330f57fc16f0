import { expect, test } from "vitest";
import { followCalls } from "../follow-calls.ts";
import { budgetText } from "../view/budget-text.ts";
import { viewPart } from "../view/view-part.ts";

const part = (tool: string, fields: object) => ({ type: `tool-${tool}`, toolCallId: "1", ...fields });
const reported = { agent: "explore", end: "completed", partial: false, report: "Two lines.", turns: 2, seconds: 0.5 };

test.each([
  ["task", { agent: "explore", description: "look" }],
  ["Task", { subagent_type: "explore", description: "look" }],
])("%s is an agent: what it was asked, how it ended, and what it handed back", (tool, input) => {
  expect(viewPart(part(tool, { state: "output-available", input, output: reported }))).toMatchObject({
    title: "Agent",
    subject: "explore: look",
    outcome: "completed",
    blocks: [
      { kind: "agent", agent: "explore", end: "completed", isPartial: false },
      { kind: "text", text: "Two lines." },
    ],
  });
  const output = {
    end: "budget",
    partial: true,
    reason: "All 3 turns are used.",
    report: "One line.",
    untrusted: true,
  };
  expect(viewPart(part(tool, { state: "output-available", input, output }))).toMatchObject({
    outcome: "budget, partial",
    blocks: [
      { kind: "agent", agent: "explore", end: "budget", isPartial: true, reason: "All 3 turns are used." },
      { kind: "text", isWarning: true },
      { kind: "text", text: "One line." },
    ],
  });
});

test("a budget is what was used of what was granted, in every spelling of a result", () => {
  const output = {
    ...reported,
    tokens: { input: 900, cached: 0, output: 340 },
    cost: 0.25,
    limits: { turns: 30, cost: 2, seconds: 600 },
    filesChanged: ["/a.ts"],
    denied: ["delete /b"],
    calls: { read_file: 3 },
  };
  const [block] = viewPart(part("task", { state: "output-available", input: {}, output })).blocks;
  expect(block).toMatchObject({ files: ["/a.ts"], denied: ["delete /b"], calls: [["read_file", 3]] });
  if (block?.kind !== "agent") throw new Error("An agent should be shown.");
  expect(block.budget.map(budgetText)).toEqual(["2 of 30 turns", "1,240 tokens", "cost 0.25 of 2", "0.5 of 600 s"]);
});

test("an agent at work shows its latest numbers, in a session and in a chat; a question does not hide them", () => {
  const log = followCalls();
  const about = { callId: "1", sessionId: "s", tool: "task" };
  const used = { turns: 1, tokens: 500, seconds: 0.2 };
  const event = { type: "task-step", agent: "explore", used, limits: { turns: 3, seconds: 60 } };
  const progress = { message: "explore made turn 1", data: event };
  log.follow({ ...about, type: "call-start", input: { prompt: "Look." } });
  log.follow({ ...about, type: "call-progress", progress });
  const budget = [
    { kind: "turns", used: 1, granted: 3 },
    { kind: "tokens", used: 500 },
    { kind: "seconds", used: 0.2, granted: 60 },
  ];
  const blocks = [{ kind: "agent", agent: "explore", end: "running", budget }, { text: "Look." }];
  expect(log.calls()[0]).toMatchObject({ state: "running", progress: { message: "explore made turn 1" }, blocks });
  expect(log.calls()[0]?.progress).not.toHaveProperty("data");
  log.follow({ ...about, type: "call-progress", progress: { message: "still there" } });
  expect(log.calls()[0]).toMatchObject({ blocks });
  const preliminary = { state: "output-available", preliminary: true, output: { progress } };
  expect(viewPart(part("task", { ...preliminary, input: { prompt: "Look." } })).blocks).toMatchObject(blocks);
});

test("a queued agent, and progress that nobody foresaw", () => {
  const shown = (data: unknown) => {
    const output = { progress: { message: "x", data } };
    return viewPart(part("task", { state: "output-available", preliminary: true, input: { prompt: "p" }, output }));
  };
  expect(shown({ type: "task-queued", agent: "explore" }).blocks[0]).toMatchObject({ kind: "agent", end: "queued" });
  for (const data of [null, 3, { type: 7 }, { used: "all" }]) expect(shown(data).blocks).toMatchObject([{ text: "p" }]);
});

test("an agent's merge shows each file, both sides of a conflict with their lines, and what was not taken over", () => {
  const merge = {
    changes: [
      { path: "/a.txt", kind: "changed", added: 1, removed: 1 },
      { path: "/run.sh", kind: "changed", added: 0, removed: 0, mode: "755" },
      { path: "/logo.png", kind: "changed", added: 0, removed: 0 },
      { path: "/late.txt", kind: "added", added: 2, removed: 0 },
    ],
    merged: ["/run.sh"],
    conflicts: [
      {
        path: "/a.txt",
        kind: "content",
        reason: "both have changed the same lines",
        lines: [{ line: { base: 2, current: 3, incoming: 2 }, base: "two\n", current: "mine\n", incoming: "a\nb\n" }],
      },
      { path: "/logo.png", kind: "binary", reason: "both have changed it, and it is not text", lines: [] },
    ],
    held: ["/late.txt"],
    reason: "It did not complete.",
    notes: ["/link is a symbolic link now, which was not taken over."],
  };
  const output = { ...reported, merge };
  const { blocks, outcome } = viewPart(part("task", { state: "output-available", input: {}, output }));
  expect(outcome).toBe("completed, 2 conflicts, 1 not merged");
  expect(blocks.slice(1, -1)).toMatchObject([
    {
      kind: "table",
      rows: [
        ["/a.txt", "changed", "+1 −1", "conflict"],
        ["/run.sh", "changed", "mode 755", "merged"],
        ["/logo.png", "changed", "+0 −0", "conflict"],
        ["/late.txt", "added", "+2 −0", "not merged"],
      ],
    },
    { kind: "text", text: "1 file is not merged: It did not complete." },
    { kind: "text", text: "/link is a symbolic link now, which was not taken over." },
    {
      kind: "text",
      text: "Conflict in /a.txt: both have changed the same lines. − is the parent's version, + is the agent's.",
    },
    {
      kind: "diff",
      path: "/a.txt",
      rows: [
        { kind: "removed", before: 3, text: "mine" },
        { kind: "added", after: 2, text: "a" },
        { kind: "added", after: 3, text: "b" },
      ],
    },
    { kind: "text", text: "Conflict in /logo.png: both have changed it, and it is not text." },
  ]);
});

test("changes on a branch are shown with the branch and its worktree", () => {
  const branch = { name: "agent/fix-1a2b3c", path: "/state/fix-1a2b3c", commits: 1, carried: true };
  const merge = {
    changes: [{ path: "/a.txt", kind: "changed", added: 1, removed: 1 }],
    ...{ merged: [], conflicts: [], held: ["/a.txt"], reason: "They are on branch agent/fix-1a2b3c", branch },
  };
  const shown = (output: object) => viewPart(part("task", { state: "output-available", input: {}, output }));
  const { outcome, blocks } = shown({ ...reported, merge });
  expect(outcome).toBe("completed, on branch agent/fix-1a2b3c");
  expect(blocks[1]).toMatchObject({ rows: [["/a.txt", "changed", "+1 −1", "on its branch"]] });
  const text =
    "Branch agent/fix-1a2b3c: 1 commit, after one with the uncommitted work that it started from. Worktree: /state/fix-1a2b3c";
  expect(blocks[2]).toEqual({ kind: "text", text });
  expect(blocks[3]).toEqual({ kind: "text", text: "Two lines." });
  const removed = { ...merge, held: [], branch: { ...branch, path: undefined, commits: 2, carried: false } };
  expect(shown({ ...reported, merge: removed }).blocks[2]).toMatchObject({
    text: "Branch agent/fix-1a2b3c: 2 commits. Its worktree was removed.",
  });
});

test("changes that were discarded are not shown as merged", () => {
  const output = {
    changes: [{ path: "/a.txt", kind: "changed", added: 1, removed: 0 }],
    ...{ merged: [], conflicts: [], held: [], discarded: ["/a.txt"] },
  };
  const view = viewPart(part("resolve_merge", { state: "output-available", input: { task_id: "t" }, output }));
  expect(view.outcome).toBe("1 discarded");
  expect(JSON.stringify(view.blocks)).toContain('"discarded"');
  expect(JSON.stringify(view.blocks)).not.toContain('"merged"');
});
