import { memoryBackend } from "@holdall/backends-memory";
import { allow, type Backend, contentText, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { markLoaded } from "@holdall/tool-search/port";
import { fsTools } from "@holdall/tools-fs";
import { sessionTasks, type TaskWork } from "@holdall/tools-tasks/port";
import { todoTools } from "@holdall/tools-todos";
import type { ModelMessage } from "ai7";
import { expect, test } from "vitest";
import { type CompactOptions, compact } from "./compact.ts";
import { createConversation } from "./conversation.ts";
import { pastOf } from "./past.ts";
import { pinnedFromSnapshot } from "./pinned-state.ts";

const call = (id: string, toolName: string, input: object, value: string): ModelMessage[] => [
  { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName, input }] },
  { role: "tool", content: [{ type: "tool-result", toolCallId: id, toolName, output: { type: "text", value } }] },
];

const user = (content: string): ModelMessage => ({ role: "user", content });

/** A goal, a rule with its reason, many steps, and a last order. */
function longConversation(steps = 40): ModelMessage[] {
  const messages = [user("Delete the old logs, but never anything in /keep: the auditors need it.")];
  for (let i = 0; i < steps; i++)
    messages.push(...call(`c${i}`, i % 3 === 0 ? "bash" : "read_file", { path: `f${i}` }, `line ${i}\n`.repeat(100)));
  messages.push(user("Now list what is left."));
  for (let i = 0; i < 6; i++) messages.push(...call(`d${i}`, "read_file", { path: `g${i}` }, `row ${i}\n`.repeat(50)));
  return messages;
}

const notesOf = (messages: readonly ModelMessage[]): string => String(messages.find(pastOf)?.content);

const small: Omit<CompactOptions<ModelMessage>, "messages"> = {
  budget: 1500,
  isRepeatable: (tool) => tool === "read_file",
};

test("opencode#41358: the goal survives, and a message that arrives during a compaction is after it", async () => {
  const conversation = createConversation(longConversation());
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<unknown>();
  const compacting = conversation.compact({
    ...small,
    async summarize() {
      asked.resolve();
      return answer.promise;
    },
  });
  await asked.promise;
  const late = user("Wait, use a dry run first!");
  conversation.add(late);
  answer.resolve({ goal: "logs", constraints: [], decisions: [], done: [], open: [], failed: [], facts: [] });
  await compacting;
  expect(conversation.messages.at(-1)).toBe(late);
  expect(conversation.messages.filter((message) => message === late)).toHaveLength(1);
  expect(notesOf(conversation.messages)).toContain("Delete the old logs, but never anything in /keep");
});

test("opencode#41358: two compactions at once run one after the other and lose nothing", async () => {
  const conversation = createConversation(longConversation());
  const both = [conversation.compact(small), conversation.compact(small)];
  conversation.add(user("one"));
  conversation.add(user("two"));
  await Promise.all(both);
  expect(conversation.messages.slice(-2).map(({ content }) => content)).toEqual(["one", "two"]);
});

test("hermes-agent#84718: a rule survives with its reason, also through a second compaction", async () => {
  const first = await compact({ messages: longConversation(), ...small });
  const more = [...first.messages, user("Go on."), ...longConversation(60).slice(1)];
  const second = await compact({ messages: more, ...small });
  expect(second.cut).toBeGreaterThan(0);
  expect(notesOf(second.messages)).toContain("never anything in /keep: the auditors need it.");
});

test("hermes-agent#84718: a summary has constraints with their source", async () => {
  const done = await compact({
    messages: longConversation(),
    ...small,
    summarize: async () => ({
      goal: "clean up",
      constraints: [{ text: "keep /keep", source: "the user, first message" }],
      decisions: [{ what: "dry run", why: "deleting is final" }],
      done: [],
      open: ["list"],
      failed: [],
      facts: [{ text: "12 logs", from: "bash ls" }],
    }),
  });
  expect(notesOf(done.messages)).toContain("- keep /keep (from: the user, first message)");
  expect(notesOf(done.messages)).toContain("- dry run, because deleting is final");
  expect(done.problem).toBeUndefined();
});

test.each([
  ["fails", () => Promise.reject(new Error("overloaded")), "overloaded"],
  ["has another shape", async () => ({ goal: "x" }), "The summary does not match `summarySchema`."],
])("a summary that %s is said, and the notes do without it", async (_, summarize, problem) => {
  const done = await compact({ messages: longConversation(), ...small, summarize });
  expect(done.problem).toBe(problem);
  expect(notesOf(done.messages)).toContain("Delete the old logs");
});

test("requests and failures that are too many to list are counted, also through a second compaction", async () => {
  const messages = [user("first")];
  for (let i = 0; i < 30; i++) {
    messages.push(user(`request ${i}`));
    const [asked, answered] = call(`c${i}`, "bash", { command: `false ${i}` }, "");
    const output = { type: "error-text" as const, value: `failed ${i}` };
    messages.push(asked!, { role: "tool", content: [{ ...(answered!.content[0] as object), output } as never] });
  }
  const once = await compact({ messages: [...messages, ...longConversation(8)], budget: 900 });
  const twice = await compact({ messages: [...once.messages, ...longConversation(30)], budget: 900 });
  for (const { messages: left } of [once, twice]) {
    expect(notesOf(left)).toMatch(/\[\d+ earlier requests are not listed\]/);
    expect(notesOf(left)).toMatch(/\[\d+ earlier failed calls are not listed\]/);
    expect(notesOf(left)).not.toContain("false 3\n");
  }
});

test("openclaw#1084: failed attempts are told with their error and count", async () => {
  const failing = [1, 2, 3].flatMap((i) =>
    call(`x${i}`, "bash", { command: "npm run biuld" }, "Error (internal): Missing script: biuld"),
  );
  const [first, ...rest] = longConversation();
  const done = await compact({ messages: [first!, ...failing, ...rest], ...small });
  expect(notesOf(done.messages)).toContain("- bash npm run biuld → Error (internal): Missing script: biuld (3 times)");
});

test("oh-my-openagent#7158, claude-code#24792 and #9796: loaded skills, environment and open questions survive", async () => {
  const done = await compact({
    messages: longConversation(),
    ...small,
    pinned: {
      tools: ["pdf-forms"],
      environment: ["The database is at db.internal:5433."],
      questions: [{ id: "q1", question: "Delete 2023 too?" }],
      grants: ["bash: rm in /logs"],
      plan: { text: "1. list\n2. delete", hash: "abc123" },
    },
  });
  const notes = notesOf(done.messages);
  for (const part of [
    "pdf-forms",
    "db.internal:5433",
    "q1: Delete 2023 too?",
    "bash: rm in /logs",
    "1. list\n2. delete",
    "abc123",
  ])
    expect(notes).toContain(part);
});

test("xagent#1238 and #2147: the model is told which results are gone and to read them again", async () => {
  const done = await compact({ messages: longConversation(), ...small });
  expect(notesOf(done.messages)).toMatch(
    /\d+ results were removed: bash ×\d+, read_file ×\d+\. Values that are not written here must be read again, never guessed\./,
  );
});

test("an old result becomes a line that says how to get it again", async () => {
  const messages = longConversation(8);
  const done = await compact({
    messages,
    budget: 2000,
    target: 1900,
    keep: { results: 6 },
    isRepeatable: (tool) => tool === "read_file",
  });
  expect(done.steps).toEqual(["results"]);
  expect(JSON.stringify(done.messages)).toContain("[removed: read_file f1: 700 characters, call it again to see them]");
  expect(JSON.stringify(done.messages)).not.toContain("[removed: bash");
});

test("a result of a command names the file that it is kept in, and that file has it", async () => {
  const backend = memoryBackend();
  const done = await compact({
    messages: longConversation(8),
    ...small,
    budget: 2000,
    target: 1900,
    offload: { backend, folder: "/kept" },
  });
  const kept = done.offloaded!.readable;
  expect(JSON.stringify(done.messages)).toContain(`[removed: bash f0: 700 characters, kept in ${kept}]`);
  const text = new TextDecoder().decode((await backend.read(kept)).bytes);
  expect(text).toContain("→ bash f0");
  const lines = new TextDecoder()
    .decode((await backend.read(done.offloaded!.lines)).bytes)
    .trim()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(longConversation(8));
});

test("deepagents: when the past cannot be kept, the compaction stops and nothing is removed", async () => {
  const full: Backend = { ...memoryBackend(), write: () => Promise.reject(new Error("no space left")) };
  const conversation = createConversation(longConversation());
  const before = conversation.messages;
  await expect(conversation.compact({ ...small, offload: { backend: full, folder: "/kept" } })).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(conversation.messages).toBe(before);
});

test("an edit without reading again works after a compaction", async () => {
  const backend = memoryBackend({ files: { "/a.ts": `${"export const a = 1;\n".repeat(300)}const last = 1;\n` } });
  const registry = createRegistry([...fsTools({ backend }), ...todoTools()]);
  await using session = openSession(registry, { policy: allow() });
  const messages: ModelMessage[] = [user("Set last to 2.")];
  const run = async (toolName: string, input: object) => {
    const result = await session.call(toolName, input);
    messages.push(...call(`${toolName}-${messages.length}`, toolName, input, contentText(result.content)));
    return result;
  };
  await run("todo_write", {
    todos: [
      { content: "Set last", status: "in_progress" },
      { content: "Read", status: "completed" },
    ],
  });
  await run("read_file", { path: "/a.ts" });
  markLoaded(session, ["edit_notebook"]);
  session.state(sessionTasks).add({ title: "npm run dev", description: undefined }, endlessTask);
  const isRepeatable = (tool: string) => registry.get(tool)?.hints.readOnly === true;
  const pinned = pinnedFromSnapshot(session.snapshot());
  const done = await compact({
    messages,
    budget: 700,
    target: 100,
    keep: { results: 0, messages: 1 },
    isRepeatable,
    pinned,
  });
  expect(done.steps).toContain("cut");
  expect(JSON.stringify(done.messages)).not.toContain("export const a");
  const notes = notesOf(done.messages);
  const version = (await backend.stat(toPath("/a.ts"), { version: true }))?.version;
  expect(notes).toContain(`/a.ts (version ${version})`);
  expect(notes).toContain("[in_progress] Set last");
  expect(notes).not.toContain("[completed]");
  expect(notes).toContain("edit_notebook");
  expect(notes).toContain("npm run dev");
  const edited = await session.call("edit_file", {
    path: "/a.ts",
    old_string: "const last = 1;",
    new_string: "const last = 2;",
  });
  expect(edited.ok).toBe(true);
});

const endlessTask: TaskWork = {
  bytes: 0,
  ended: new Promise(() => {}),
  read: async () => ({ text: "", from: 0, next: 0 }),
  grown: () => new Promise(() => {}),
  stop: async () => {},
};

test("skills that were loaded are named from the snapshot of a session", () => {
  const loadedSkills = { agreed: [], loaded: { "user/pdf-forms": "sha256:1" } };
  const snapshot = { ...openSession(createRegistry(), { policy: allow() }).snapshot(), state: { loadedSkills } };
  expect(pinnedFromSnapshot(snapshot).tools).toEqual(["skill user/pdf-forms"]);
});
