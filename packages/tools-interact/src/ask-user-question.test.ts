import { memoryBackend } from "@holdall/backends-memory";
import { allow, ask, contentText, createRegistry, firstOf, openSession, toOpenAI } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { endings, questions } from "./_answers.fixture.ts";
import { createAsker } from "./create-asker.ts";
import { interactTools } from "./interact-tools.ts";
import type { InteractToolsOptions } from "./options.ts";
import { type Asker, answerWith, askThrough, type QuestionRequest } from "./port/index.ts";

const open = (options: InteractToolsOptions = {}) =>
  openSession(createRegistry(interactTools(options)), { policy: allow() });

const never = () => new Promise<never>(() => {});

describe("through a callback", () => {
  it.each(endings)("%s", async (name, reply, code, words) => {
    const asker = name === "timeout" ? createAsker({ ask: never, timeout: 5 }) : createAsker({ ask: () => reply });
    const result = await open({ asker }).call("ask_user_question", { questions });
    expect(result.ok ? undefined : result.error.code).toBe(code);
    expect(contentText(result.content)).toContain(words);
    expect(result.ok ? result.output : result.error.data).toMatchObject({ outcome: name });
  });

  it("a callback that throws, or is missing, answers nothing", async () => {
    const broken = createAsker({ ask: () => Promise.reject(new Error("no screen")) });
    expect(await open({ asker: broken }).call("ask_user_question", { questions })).toMatchObject({
      error: { data: { outcome: "cancelled" } },
    });
    expect(await open({ asker: createAsker({}) }).call("ask_user_question", { questions })).toMatchObject({
      error: { data: { outcome: "unavailable" } },
    });
  });
});

it("bug: a dismissed question reads like an answered one (opencode question, claude-code#50728)", async () => {
  for (const answers of [[], [{ question: "Which one?", chosen: [] }], [{ question: "Other?", chosen: ["red"] }]]) {
    const asker: Asker = { ask: () => ({ outcome: "answered", answers }), review: never };
    const result = await open({ asker }).call("ask_user_question", { questions });
    expect(result).toMatchObject({ ok: false, error: { data: { outcome: "declined" } } });
  }
});

it("bug: an answer nobody is there for is abandoned (agentmux#1444): a deferred question is settled, with its id", async () => {
  const asker: Asker = { ask: () => ({ outcome: "deferred", questionId: "q-1" }), review: never };
  expect(await open({ asker }).call("ask_user_question", { questions })).toMatchObject({
    error: { data: { outcome: "deferred", question_id: "q-1" }, hint: expect.stringContaining("end your turn") },
  });
});

it("bug: a declined question is asked again (gemini-cli#28089)", async () => {
  let asked = 0;
  const asker: Asker = {
    ask: () => {
      asked++;
      return { outcome: "declined" };
    },
    review: never,
  };
  const session = open({ asker });
  for (const question of ["Which one?", "which one", "WHICH ONE ?"]) {
    expect(await session.call("ask_user_question", { questions: [{ question }] })).toMatchObject({
      error: { data: { outcome: "declined" } },
    });
  }
  expect(asked).toBe(1);
  const again = openSession(session.registry, { policy: allow(), restore: session.snapshot() });
  await again.call("ask_user_question", { questions: [{ question: "Which one?" }] });
  expect(asked).toBe(1);
  await again.call("ask_user_question", { questions: [{ question: "Which other one?" }] });
  expect(asked).toBe(2);
});

it("bug: errors of asking pass for consent (pi-mcp-adapter#132): a yes to a question permits no call", async () => {
  const backend = memoryBackend({ files: { "/a.txt": "a" } });
  const asker: Asker = {
    ask: ({ questions: all }) => ({
      outcome: "answered",
      answers: all.map(({ question }) => ({ question, chosen: ["Yes"] })),
    }),
    review: never,
  };
  const session = openSession(createRegistry([...fsTools({ backend }), ...interactTools({ asker })]), {
    policy: firstOf(ask({ actions: ["delete"] }), allow()),
  });
  const question = "May I delete /a.txt?";
  const result = await session.call("ask_user_question", { questions: [{ question, options: ["Yes", "No"] }] });
  expect(result.ok).toBe(true);
  expect(await session.call("delete_file", { path: "/a.txt" })).toMatchObject({ error: { code: "permission_denied" } });
});

it("uses defaults where the user does not answer only when the host says so, all of them or none, and tells", async () => {
  const withDefault = [{ question: "Which?", options: ["a", "b"], default: "b" }];
  expect(await open().call("ask_user_question", { questions: withDefault })).toMatchObject({
    error: { data: { outcome: "unavailable" } },
  });
  const session = open({ useDefaults: true });
  const result = await session.call("ask_user_question", { questions: withDefault });
  expect(result).toMatchObject({ output: { answers: [{ chosen: ["b"], from: "default" }] } });
  expect(contentText(result.content)).toContain("the default: no answer");
  expect(await session.call("ask_user_question", { questions: [...withDefault, { question: "And?" }] })).toMatchObject({
    error: { data: { outcome: "unavailable" } },
  });
});

it("one request is shown at a time, and those of children say who asks", async () => {
  const seen: QuestionRequest[] = [];
  let open_ = 0;
  const asker = createAsker({
    async ask(request) {
      expect(++open_).toBe(1);
      seen.push(request);
      await Promise.resolve();
      open_--;
      return { outcome: "answered", answers: [{ question: request.questions[0]!.question, chosen: [], other: "x" }] };
    },
  });
  const parent = open({ asker });
  answerWith(parent, asker);
  const children = ["explore", "review"].map((name) => {
    const child = open();
    answerWith(child, askThrough({ state: parent.state, callId: "task" }, name));
    return child;
  });
  const results = await Promise.all(
    children.map((child) => child.call("ask_user_question", { questions: [{ question: "Where?" }] })),
  );
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
  expect(seen.map(({ path }) => path)).toEqual([["explore"], ["review"]]);
  expect(await open().call("ask_user_question", { questions })).toMatchObject({
    error: { data: { outcome: "unavailable" } },
  });
});

it("an aborted call ends its question", async () => {
  const stop = new AbortController();
  let seen: AbortSignal | undefined;
  const asker = createAsker({
    ask(_request, { signal }) {
      seen = signal;
      stop.abort();
      return never();
    },
  });
  const result = await open({ asker }).call("ask_user_question", { questions }, { signal: stop.signal });
  expect(result).toMatchObject({ error: { code: "aborted" } });
  expect(seen?.aborted).toBe(true);
});

describe("spellings", () => {
  const echo: Asker = {
    ask: ({ questions: all }) => ({
      outcome: "answered",
      answers: all.map(({ question, options, multiSelect }) => ({
        question,
        chosen: options?.slice(0, multiSelect ? 2 : 1).map(({ label }) => label) ?? [],
        other: options ? undefined : "free",
      })),
    }),
    review: never,
  };
  const list = [{ label: "a" }, { label: "b" }];
  it.each([
    [
      "AskUserQuestion",
      { questions: [{ question: "Q?", header: "Head", multiSelect: true, options: list }] },
      ["a", "b"],
    ],
    ["question", { questions: [{ question: "Q?", header: "Head", multiple: true, options: list }] }, ["a", "b"]],
    ["ask_user", { questions: [{ question: "Q?", header: "H", type: "choice", options: list }] }, ["a"]],
    ["askQuestions", { questions: [{ question: "Q?", header: "H", options: list, allowFreeformInput: true }] }, ["a"]],
    ["ask_followup_question", { question: "Q?", follow_up: [{ text: "a" }, { text: "b" }] }, ["a"]],
    ["ask_question", { question: "Q?", options: ["a", "b"] }, ["a"]],
    ["request_user_input", { questions: [{ id: "q", question: "Q?", header: "H", options: list }] }, ["a"]],
    ["ask_user_question", { question: "Q?" }, []],
  ])("%s", async (name, input, chosen) => {
    const result = await open({ asker: echo }).call(name, input);
    expect(result).toMatchObject({ ok: true, output: { answers: [{ question: "Q?", chosen }] } });
  });

  it.each([
    ["no question", []],
    ["five", Array.from({ length: 5 }, (_, index) => ({ question: `${index}?` }))],
    ["one option", [{ question: "Q?", options: ["a"] }]],
    ["five options", [{ question: "Q?", options: ["a", "b", "c", "d", "e"] }]],
    ["two of one label", [{ question: "Q?", options: ["a", "a"] }]],
    ["a default that is no option", [{ question: "Q?", options: ["a", "b"], default: "c" }]],
    ["the same question twice", [{ question: "Q?" }, { question: "Q?" }]],
  ])("refuses %s", async (_name, wrong) => {
    expect(await open({ asker: echo }).call("ask_user_question", { questions: wrong })).toMatchObject({
      error: { code: "invalid_input" },
    });
  });

  it("stays within its budget of tokens", () => {
    const counts = toOpenAI(createRegistry(interactTools())).map(
      ({ function: { name, description, parameters } }) =>
        encode(`${name}${description}${JSON.stringify(parameters)}`).length,
    );
    expect(counts[0]).toBeLessThanOrEqual(200);
    expect(counts[1]).toBeLessThanOrEqual(60);
    expect(counts[2]).toBeLessThanOrEqual(130);
  });
});
