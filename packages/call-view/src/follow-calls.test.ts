import { memoryBackend } from "@holdall/backends-memory";
import { type Access, allow, ask, createRegistry, firstOf, openSession } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { todoTools } from "@holdall/tools-todos";
import { expect, test } from "vitest";
import { type CallLog, followCalls } from "./follow-calls.ts";

const files = { "/app/a.ts": "export const a = 1;\n", "/app/src/b.txt": "hello\nworld\n" };

/** A session with real tools, whose events a log follows. */
function open(log: CallLog, approved = true, asks: Access["action"] = "delete") {
  return openSession(createRegistry([...fsTools({ backend: memoryBackend({ files }) }), ...todoTools()]), {
    policy: firstOf(ask({ actions: [asks] }), allow()),
    approve: () => approved,
    onEvent: log.follow,
    cwd: "/app",
  });
}

test("calls of real tools, as a person sees them", async () => {
  const log = followCalls({ cwd: "/app" });
  await using session = open(log);
  await session.call("read_file", { path: "a.ts" });
  await session.call("editFile", { path: "a.ts", oldString: "= 1", newString: "= 2" });
  await session.call("grep_files", { pattern: "hello", context: 5 });
  await session.call("list_directory", { path: "." });
  await session.call("write_file", { path: "new.md", content: "one\ntwo\n" });
  await session.call("todo_write", {
    todos: [
      { content: "a", status: "completed" },
      { content: "b", status: "pending" },
    ],
  });
  await session.call("read_file", { path: "missing.ts" });
  const lines = log
    .calls()
    .map(({ title, subject, state, outcome, blocks }) => [title, subject, state, outcome, blocks[0]?.kind]);
  expect(lines).toEqual([
    ["Read file", "a.ts", "success", "1 line", "code"],
    ["Edit file", "a.ts", "success", "+1 −1", "diff"],
    ["Search in files", "hello", "success", "1 match", "matches"],
    ["List folder", ".", "success", "2 entries", "paths"],
    ["Write file", "new.md", "success", "2 lines", "code"],
    ["Update todos", "", "success", "1 of 2 done", "todos"],
    ["Read file", "missing.ts", "error", "", undefined],
  ]);
  const [read, edit, grep, list] = log.calls().map(({ blocks }) => blocks[0]);
  expect(read).toMatchObject({
    path: "a.ts",
    language: "typescript",
    lines: [{ number: 1, text: "export const a = 1;" }],
    more: 0,
  });
  expect(edit).toMatchObject({
    path: "a.ts",
    rows: [
      { kind: "removed", before: 1 },
      { kind: "added", after: 1 },
    ],
  });
  expect(grep).toMatchObject({
    total: 1,
    files: [{ path: "src/b.txt", rows: [{ line: 1, isMatch: true }, { isMatch: false }] }],
  });
  expect(list).toMatchObject({
    paths: [
      { path: "a.ts", isFolder: false, note: "20 B" },
      { path: "src", isFolder: true },
    ],
  });
  expect(log.calls().at(-1)?.error).toMatchObject({ code: "not_found" });
});

test("a question is shown while it is open, and what came of it", async () => {
  const states: string[] = [];
  const log = followCalls();
  const noting: CallLog = {
    ...log,
    follow: (event) => {
      const view = log.follow(event);
      states.push(view.state);
      return view;
    },
  };
  await using session = open(noting, false);
  await session.call("delete_file", { path: "a.ts" });
  expect(states).toEqual(["running", "asking", "denied"]);
  expect(log.calls()[0]).toMatchObject({ title: "Delete file", error: { code: "permission_denied" } });
  expect(log.calls()[0]?.approval).toBeUndefined();
});

test("a question shows the change as a dry run found it: with line numbers", async () => {
  const log = followCalls();
  const shown: unknown[] = [];
  await using session = open(
    {
      ...log,
      follow(event) {
        const view = log.follow(event);
        if (view.state === "asking") shown.push(view.blocks);
        return view;
      },
    },
    false,
    "write",
  );
  await session.call("read_file", { path: "src/b.txt" });
  await session.call("edit_file", { path: "src/b.txt", old_string: "world", new_string: "you" });
  expect(shown).toMatchObject([
    [{ kind: "diff", rows: expect.arrayContaining([expect.objectContaining({ before: 2 })]) }],
  ]);
});

test("a log stays small, and its list is the same until something happens", async () => {
  const log = followCalls({ most: 2 });
  await using session = open(log);
  for (const path of ["a.ts", "src/b.txt", "a.ts"]) await session.call("read_file", { path });
  expect(log.calls().map(({ subject }) => subject)).toEqual(["src/b.txt", "a.ts"]);
  expect(log.calls()).toBe(log.calls());
});

test("an id that comes again is another call", () => {
  const log = followCalls();
  const about = { callId: "call_0", sessionId: "s" };
  const result = { ok: true, output: { text: "x" }, content: [] } as const;
  const ends = (tool: string) => {
    log.follow({ ...about, tool, type: "call-start", input: {} });
    log.follow({
      ...about,
      tool: "todo_read",
      callId: `in ${tool}`,
      type: "call-start",
      input: {},
      parentId: "call_0",
    });
    return log.follow({ ...about, tool, type: "call-end", result, duration: 1 });
  };
  expect([ends("read_file"), ends("bash"), ends("grep_files")].map(({ tool }) => tool)).toEqual([
    "read_file",
    "bash",
    "grep_files",
  ]);
  const calls = log.calls();
  expect(new Set(calls.map(({ id }) => id)).size).toBe(6);
  for (const [at, call] of calls.entries()) if (at % 2 === 1) expect(call.parentId).toBe(calls[at - 1]?.id);
});
