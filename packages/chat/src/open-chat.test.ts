import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coding } from "@holdall/presets/coding";
import { openSession } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ScriptedAnswer, scriptedModel } from "./fixtures/scripted-model.fixture.ts";
import { type ChatEvent, type ChatOptions, chatCheckpoints, chatRules, openChat, openStoredChat } from "./index.ts";

let folder = "";
let project = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-chat-"));
  project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "a.txt"), "one\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

const edit = (from: string, to: string): ScriptedAnswer => ({
  calls: [{ tool: "edit_file", input: { path: "a.txt", old_string: from, new_string: to } }],
});
const read: ScriptedAnswer = { calls: [{ tool: "read_file", input: { path: "a.txt" } }] };
const remove = (path: string): ScriptedAnswer => ({ calls: [{ tool: "delete_file", input: { path } }] });
const textOf = () => readFileSync(join(project, "a.txt"), "utf8");

/** A chat about the project whose model answers so, with what happened in it. */
async function open(answers: readonly ScriptedAnswer[], options: Partial<ChatOptions> = {}) {
  const { model, asked } = scriptedModel(...answers);
  const rules = chatRules(join(folder, "grants"));
  const { rules: live, mode } = await rules.live(undefined, project);
  const preset = coding({
    root: project,
    shell: false,
    web: false,
    interact: {},
    search: false,
    history: { folder: join(folder, "state/chats/checkpoints") },
    permissions: { rules: live, mode, home: folder },
  });
  const events: ChatEvent[] = [];
  const chat = await openChat({
    tools: preset,
    model: { model, window: 100_000 },
    rules,
    onEvent: (event) => events.push(event),
    retries: 0,
    ...options,
  });
  const said = () => events.flatMap((event) => (event.type === "text-end" ? event.text : []));
  return { chat, events, asked, rules, preset, said };
}

test("a message becomes calls and an answer; every piece, call and count is an event, in order", async () => {
  const { chat, events, asked, said } = await open([read, edit("one", "two"), { text: "It says two now." }]);
  await using _ = chat;
  const end = await chat.send("Change one to two");
  expect(end).toMatchObject({ reason: "done", text: "It says two now.", steps: 3, tokens: { input: 300, output: 15 } });
  expect(textOf()).toBe("two\n");
  expect(said()).toEqual(["It says two now."]);
  const types = events.map((event) => (event.type === "tool" ? event.event.type : event.type));
  expect(types.filter((type) => /turn-start|call-end|usage|text-end/.test(type))).toEqual([
    ..."turn-start call-end usage call-end usage text-end usage".split(" "),
  ]);
  expect(asked[1]).toContain("one");
  expect(chat.tokens()).toEqual({ input: 300, cached: 0, output: 15 });
  expect(chat.isRunning).toBe(false);
});

test("a thought is heard of piece by piece and as a whole, and is no part of the answer", async () => {
  const { chat, events, said } = await open([{ reasoning: "They greet me.", text: "Hello." }]);
  await using _ = chat;
  expect(await chat.send("Hi")).toMatchObject({ text: "Hello." });
  const pieces = events.flatMap((event) => (event.type === "reasoning" ? event.text : []));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join("")).toBe("They greet me.");
  expect(events).toContainEqual({ type: "reasoning-end", text: "They greet me." });
  expect(said()).toEqual(["Hello."]);
});

test("calls that are no JSON, or of no tool, fail as in every host, and are heard of", async () => {
  const wrong: ScriptedAnswer = {
    calls: [
      { tool: "read_file", input: '{"path": "a.txt"' },
      { tool: "no_such_thing", input: {} },
    ],
  };
  const { chat, events, asked, preset } = await open([wrong, { text: "Sorry." }]);
  await using _ = chat;
  expect(await chat.send("Read a.txt")).toMatchObject({ reason: "done", steps: 2 });
  const ends = events.flatMap((event) =>
    event.type === "tool" && event.event.type === "call-end" ? [event.event] : [],
  );
  expect(ends.map(({ tool, result }) => [tool, !result.ok && result.error.code])).toEqual([
    ["no_such_thing", "unknown_tool"],
    ["tool_call", "unknown_tool"],
    ["read_file", "invalid_input"],
  ]);
  // The model reads what `call` says.
  await using session = openSession(preset.registry, preset);
  for (const { tool, input } of wrong.calls ?? []) {
    const result = await session.call(tool, input);
    const said = result.ok ? "" : result.error.message;
    expect(asked[1]).toContain(JSON.stringify(said).slice(1, -1));
  }
});

test("approvals are asked one at a time, and a denial tells the model why", async () => {
  for (const name of ["b.txt", "c.txt"]) writeFileSync(join(project, name), "");
  const both: ScriptedAnswer = { calls: [...(remove("b.txt").calls ?? []), ...(remove("c.txt").calls ?? [])] };
  const questions: string[] = [];
  let waiting = 0;
  const { chat } = await open([both, { text: "Done." }], {
    person: {
      async approve({ request }) {
        expect(++waiting).toBe(1);
        questions.push(request.prompt);
        await Promise.resolve();
        waiting--;
        return questions.length === 1 ? "once" : { reason: "They said: keep it" };
      },
    },
  });
  await using _ = chat;
  await chat.send("Delete both");
  expect(questions).toHaveLength(2);
  expect([existsSync(join(project, "b.txt")), existsSync(join(project, "c.txt"))].sort()).toEqual([false, true]);
  expect(JSON.stringify(chat.current.messages)).toContain("They said: keep it");
});

test("without a person what would be asked is denied, and a question of the model has no answer", async () => {
  writeFileSync(join(project, "b.txt"), "");
  const ask = { calls: [{ tool: "ask_user_question", input: { questions: [{ question: "Which?" }] } }] };
  const { chat, asked } = await open([remove("b.txt"), ask, { text: "Then not." }]);
  await using _ = chat;
  expect((await chat.send("Delete it")).reason).toBe("done");
  expect(existsSync(join(project, "b.txt"))).toBe(true);
  expect(asked[1]).toContain("The user cannot be asked");
  expect(asked[2]).toContain("The user cannot answer here");
});

test("the person answers questions, and plan mode is one with the rules", async () => {
  const ask = { calls: [{ tool: "ask_user_question", input: { questions: [{ question: "Which?" }] } }] };
  const { chat, asked, rules } = await open([ask, { text: "B." }, read, edit("one", "two"), { text: "I may not." }], {
    person: {
      approve: () => "once",
      asker: {
        ask: async ({ questions }) => ({
          outcome: "answered",
          answers: questions.map(({ question }) => ({ question, chosen: [], other: "b" })),
        }),
        review: async () => ({ outcome: "declined" }),
      },
    },
  });
  await using _ = chat;
  await chat.send("Ask me");
  expect(asked[1]).toContain("Which?");
  rules.mode = "plan";
  await chat.send("Change it");
  expect(asked.at(-1)).toContain("Plan mode");
  expect(textOf()).toBe("one\n");
});

test("cancel stops the answer, a second message meanwhile is refused, and the next one goes on", async () => {
  const { chat, asked } = await open([{ hangs: true }, { text: "Here again." }]);
  await using _ = chat;
  const first = chat.send("Wait");
  await expect(chat.send("Faster")).rejects.toMatchObject({ code: "unavailable" });
  await expect.poll(() => asked.length).toBe(1);
  chat.cancel();
  expect(await first).toMatchObject({ reason: "cancelled" });
  expect(await chat.send("And now?")).toMatchObject({ reason: "done", text: "Here again." });
  expect(asked[1]).toContain("The user interrupted this answer.");
});

test("a kept chat continues in another process, and a checkpoint brings files and conversation back", async () => {
  const place = join(folder, "state/chats");
  const checkpoints = ({ backend }: { backend: Parameters<typeof chatCheckpoints>[0]["workspace"] }) => {
    const opener = chatCheckpoints({
      folder: place,
      state: join(folder, "state"),
      workspace: backend,
      roots: [project],
      isOnDisk: true,
      home: folder,
    });
    if (typeof opener === "string") throw new Error(opener);
    return opener;
  };
  const stored = await openStoredChat(place, "new");
  const { preset } = await open([]);
  const begun = await open([{ text: "Hello." }, read, edit("one", "two"), { text: "Changed." }], {
    chat: stored,
    checkpoints: checkpoints(preset),
  });
  await begun.chat.send("Hi");
  await begun.chat.send("Change it");
  await begun.chat[Symbol.asyncDispose]();

  const { chat, asked } = await open([{ text: "I see." }], {
    chat: await openStoredChat(place, "last"),
    checkpoints: checkpoints(preset),
  });
  await using _ = chat;
  expect(chat.current.id).toBe(stored.id);
  expect(chat.current.messages.length).toBeGreaterThan(4);
  const [checkpoint] = chat.checkpoints?.list() ?? [];
  const plan = await chat.checkpoints?.plan(checkpoint?.id ?? "");
  if (!plan) throw new Error("There is no checkpoint.");
  await chat.restore(plan, { parts: "both" });
  expect(textOf()).toBe("one\n");
  expect(chat.current.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  await chat.send("What now?");
  expect(asked[0]).not.toContain("Change it");
});

test("files alone are restored with word to the model; another chat begins in the same session", async () => {
  const { chat, asked } = await open(
    [read, edit("one", "two"), { text: "Changed." }, { text: "I see." }, { text: "New." }],
    {
      checkpoints: async () => {
        throw new Error("The preset records changes itself.");
      },
    },
  );
  await using _ = chat;
  await chat.send("Change it");
  const plan = await chat.checkpoints?.plan(chat.checkpoints.list()[0]?.id ?? "");
  if (!plan) throw new Error("There is no checkpoint.");
  await chat.restore(plan, { parts: "files" });
  expect(textOf()).toBe("one\n");
  await chat.send("And now?");
  expect(asked.at(-1)).toMatch(/restored these files to an earlier state: .*a\.txt/);
  const { session } = chat;
  await chat.switchTo(await openStoredChat(join(folder, "state/chats"), "new"), { keepsSession: true });
  await chat.send("Hello");
  expect(chat.session).toBe(session);
  expect(asked.at(-1)).not.toContain("And now?");
});

test("a conversation that is compacted is shorter, and says so; one that cannot be saved goes on", async () => {
  const summary = { text: '{"goal":"Change it"}' };
  const long = { text: "word ".repeat(4_000) };
  const { chat, events } = await open([long, { text: "Two." }, { text: "Three." }, summary], {
    chat: {
      ...(await openStoredChat(join(folder, "state/chats"), "new")),
      save: async () => {
        const { ToolError } = await import("@holdall/tool-core");
        throw new ToolError("stale", "Somebody else was here.");
      },
    },
  });
  await using _ = chat;
  for (const text of ["One", "Two", "Three"]) expect((await chat.send(text)).reason).toBe("done");
  expect(events.filter(({ type }) => type === "problem")).toHaveLength(3);
  const { tokens } = await chat.compact();
  expect(tokens.after).toBeLessThan(tokens.before / 2);
  expect(events.some(({ type }) => type === "compaction")).toBe(true);
});
