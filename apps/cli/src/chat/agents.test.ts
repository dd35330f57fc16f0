import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgentLog } from "@holdall/chat";
import { coding } from "@holdall/presets/coding";
import { openSession, planModeKey } from "@holdall/tool-core";
import { answerWith } from "@holdall/tools-interact/port";
import { MockLanguageModelV4 } from "ai/test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";
import { askQuestions } from "./approve/ask-questions.ts";
import { liveModel } from "./model/live-model.ts";
import { createTranscript } from "./screen/transcript.ts";
import { slashCommand } from "./slash-commands.ts";
import { type StubAnswer, stubServer } from "./stub-server.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-agents-"));
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/a.txt"), "one\ntwo\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

async function holdall(words: readonly string[], answers: readonly StubAnswer[], input = "") {
  await using server = await stubServer(answers);
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state") };
  const argv = [...words, "--model", "stub", "--base-url", server.url, "--retries", "0"];
  const ran = await runCommand(argv, { cwd: join(folder, "project"), env, input });
  return { ...ran, asked: server.asked };
}

const delegates: readonly StubAnswer[] = [
  { calls: [{ tool: "task", input: { description: "read it", prompt: "What is in a.txt?", agent: "explore" } }] },
  { calls: [{ tool: "read_file", input: { path: "a.txt" } }] },
  { text: "Two lines." },
  { text: "The agent says: two lines." },
];

const plans: readonly StubAnswer[] = [
  { calls: [{ tool: "ask_user_question", input: { questions: [{ question: "Which?" }] } }] },
  { calls: [{ tool: "enter_plan_mode", input: {} }] },
  { calls: [{ tool: "write_file", input: { path: "b.txt", content: "b\n" } }] },
  { calls: [{ tool: "exit_plan_mode", input: { plan: "Write b.txt." } }] },
  { text: "Nobody agreed." },
];

describe("agents", () => {
  test("in chat work with its model, their calls are counted; /agents and /cost count them", async () => {
    const { out, code, asked } = await holdall(["chat"], delegates, "Read it\n/agents\n/cost\n");
    expect(code).toBe(0);
    expect(out).toMatch(/\n {2}✓ task +explore: read it +completed [\s\S]*\n {6}1 call: read_file\n/);
    expect(out).toContain("  general: A task of several steps, changes included.\n  explore: Finds");
    expect(out).toMatch(/task_\S+ +explore: read it · completed · 2 answers · 2,000\s+tokens in/);
    expect(out).toMatch(/\n {2}4,000 tokens in \(2,400 cached\), 80 out/);
    const ofAgent = asked[1]?.tools?.map((tool) => tool.function.name) ?? [];
    expect(ofAgent).toContain("read_file");
    expect(ofAgent).not.toContain("write_file");
  });

  test("in run are calls whose parent is the task", async () => {
    const { out, code } = await holdall(["run", "Read it"], delegates);
    const events = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const start = (tool: string) => events.find((event) => event.type === "call-start" && event.tool === tool);
    expect(code).toBe(0);
    expect(start("read_file")).toMatchObject({ parent: start("task").id });
    expect(events.findLast((event) => event.type === "call-end")).toMatchObject({
      tool: "task",
      output: { agent: "explore", end: "completed", report: "Two lines." },
    });
  });
});

describe("where nobody is", () => {
  test.each([
    ["run", ["run", "Go"], ""],
    ["chat", ["chat"], "Go\n"],
  ])("%s answers no question and approves no plan", async (_, words, input) => {
    const { code, asked } = await holdall(words, plans, input);
    const told = asked.slice(1).map(({ messages }) => JSON.stringify(messages.at(-1)?.content));
    expect(code).toBe(0);
    expect(told[0]).toContain("The user cannot answer here");
    expect(told[2]).toContain("Plan mode: write is not allowed");
    expect(told[3]).toContain("The plan was not approved");
  });

  test("/plan holds the model back all the same", async () => {
    const writes = { calls: [{ tool: "edit_file", input: { path: "a.txt", old_string: "two", new_string: "2" } }] };
    const { out } = await holdall(["chat"], [writes, { text: "I may not." }], "/plan\n/plan\nWrite 2\n");
    expect(out).toMatch(/Plan mode is on: [\s\S]*Plan mode is on already/);
    expect(out).toMatch(/✗ edit_file +a\.txt +permission_denied/);
    expect(readFileSync(join(folder, "project/a.txt"), "utf8")).toBe("one\ntwo\n");
  });
});

describe("a person at the terminal", () => {
  /** A session of the coding preset whose person types these lines. */
  function withPerson(...typed: string[]) {
    const prompts: string[] = [];
    let written = "";
    const write = (text: string) => {
      written += text;
    };
    const screen = { width: 80, colour: false };
    const preset = coding({ root: join(folder, "project"), interact: {} });
    const session = openSession(preset.registry, preset);
    const asker = askQuestions({
      terminal: {
        screen,
        async read(prompt) {
          prompts.push(prompt);
          return typed.shift();
        },
      },
      transcript: createTranscript({ screen, isLive: false, write }),
    });
    return { preset, session, screen, asker, prompts, written: () => written };
  }

  test("answers questions, and agrees to a plan", async () => {
    const { session, asker, written } = withPerson("2", "mine", "yes");
    answerWith(session, asker);
    const ask = (question: string) =>
      session.call("ask_user_question", { questions: [{ question, options: [{ label: "a" }, { label: "b" }] }] });
    expect(await ask("First?")).toMatchObject({ output: { answers: [{ chosen: ["b"] }] } });
    expect(await ask("Second?")).toMatchObject({ output: { answers: [{ other: "mine" }] } });
    session.state(planModeKey).enter();
    expect(await session.call("exit_plan_mode", { plan: "Write b.txt.\u001b[2J" })).toMatchObject({ ok: true });
    expect(session.state(planModeKey).active).toBe(false);
    expect(written()).toMatch(/First\?\n {2}1\. a\n {2}2\. b\n[\s\S]*Second\?[\s\S]*Plan:\n\nWrite b\.txt\.\n/);
    expect(written()).not.toContain("\u001b");
  });

  test("that goes away has agreed to nothing", async () => {
    const { session, preset, screen, asker } = withPerson();
    answerWith(session, asker);
    const tokens = () => ({ input: 0, cached: 0, output: 0 });
    const none = async () => [];
    const more = { rewind: none, resume: none, compact: none };
    const mode = session.state(planModeKey);
    const state = {
      ...more,
      session,
      preset,
      screen,
      agents: createAgentLog(),
      live: liveModel({
        model: new MockLanguageModelV4(),
        name: "stub",
        load: async () => new MockLanguageModelV4(),
        window: 1000,
        price: undefined,
      }),
      fill: () => 0,
      pick: undefined,
      tokens,
      get mode() {
        return mode.active ? ("plan" as const) : ("default" as const);
      },
      set mode(_) {
        mode.enter();
      },
      clear() {},
    };
    await slashCommand("/plan", state);
    expect(await session.call("exit_plan_mode", { plan: "Write b.txt." })).toMatchObject({ ok: false });
    expect(session.state(planModeKey).active).toBe(true);
  });
});
