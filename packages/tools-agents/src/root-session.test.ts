import { defineTool, foreignContent, planModeKey, type Session, type Tool } from "@holdall/tool-core";
import { type Asker, answerWith, askerOf, type QuestionRequest } from "@holdall/tools-interact/port";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { answersIn, openTree, promptOf, resultsIn } from "./_script.fixture.ts";
import type { Agent } from "./agent.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const question: Tool = defineTool({
  name: "question",
  category: "test",
  description: "Asks the user.",
  input: z.object({}),
  hints: { readOnly: true, openWorld: false },
  access: () => [],
  async execute(_input, ctx) {
    const request = { questions: [{ question: "Which?" }], path: [] };
    const reply = await askerOf(ctx)?.ask(request as unknown as QuestionRequest, { signal: ctx.signal });
    return reply?.outcome ?? "nobody";
  },
}) as Tool;

const asking = (agent: Partial<Agent> = {}) =>
  openTree({
    agents: [{ name: "general", description: "Any.", limits: { seconds: 60, idleSeconds: 30 }, ...agent }],
    tools: [question],
    script: (request) => (answersIn(request) === 0 ? { calls: [["question"]] } : resultsIn(request).join()),
  });

test("a question of an agent reaches the asker of the root with its path, and its clock stands still", async () => {
  const asked = Promise.withResolvers<QuestionRequest>();
  const answer = Promise.withResolvers<void>();
  const asker: Asker = {
    async ask(request) {
      asked.resolve(request);
      await answer.promise;
      return { outcome: "declined" };
    },
    review: () => ({ outcome: "unavailable" }),
  };
  const { run, session } = asking();
  answerWith(session, asker);
  const running = run({});
  expect((await asked.promise).path).toEqual(["general"]);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  answer.resolve();
  expect(await running).toMatchObject({ end: "completed", report: expect.stringContaining("declined"), seconds: 0 });
});

test("a question of an agent is unavailable where the root has no user to ask, and for agents that never ask", async () => {
  expect(await asking().run({})).toMatchObject({ report: expect.stringContaining("unavailable") });
  const asker: Asker = { ask: () => ({ outcome: "declined" }), review: () => ({ outcome: "unavailable" }) };
  const { run, session } = asking({ ask: "never" });
  answerWith(session, asker);
  expect(await run({})).toMatchObject({ report: expect.stringContaining("nobody") });
});

test("plan mode of the root holds in agents of any depth, also when it begins while they work", async () => {
  const { run, session, ran } = openTree({
    script(request) {
      const isLeaf = promptOf(request) === "leaf";
      if (answersIn(request) > 0) return resultsIn(request).join();
      return isLeaf
        ? { calls: [["write", { path: "/a" }]] }
        : { calls: [["task", { description: "d", prompt: "leaf" }]] };
    },
  });
  expect(await run({})).toMatchObject({ end: "completed" });
  expect(ran).toEqual(["write /a"]);
  session.state(planModeKey).enter();
  expect(await run({})).toMatchObject({ report: expect.stringContaining("Plan mode") });
  expect(ran).toEqual(["write /a"]);
});

test("what an agent reads of others counts as read by the session that started it", async () => {
  const reading = defineTool({
    name: "page",
    category: "web",
    description: "Reads a page.",
    input: z.object({}),
    hints: { readOnly: true, openWorld: true },
    access: () => [{ action: "network", target: "https://example.com/" }],
    execute: () => "words",
  }) as Tool;
  const { run, session } = openTree({
    tools: [reading],
    script: (request) => (answersIn(request) === 0 ? { calls: [["page"]] } : "Done."),
  });
  expect([...session.state(foreignContent)]).toEqual([]);
  await run({});
  expect([...session.state(foreignContent)]).toEqual(["page"]);
});

test("a host hears of the session of each agent before its first call", async () => {
  const heard: string[] = [];
  const { run, session } = openTree({
    agents: [{ name: "general", description: "Any." }],
    tools: [question],
    script: (request) => (answersIn(request) === 0 ? { calls: [["question"]] } : resultsIn(request).join()),
    onSession: ({ id, registry }) => void heard.push(id, String(registry.get("question")?.name)),
  });
  await run({});
  expect(heard).toEqual([expect.any(String), "question"]);
  expect(heard[0]).not.toBe(session.id);
});

test("a host that cannot take the session of an agent fails the call, and the session is closed", async () => {
  const opened: Session[] = [];
  const { run } = openTree({
    agents: [{ name: "general", description: "Any." }],
    tools: [question],
    script: () => "done",
    onSession: (session) => {
      opened.push(session);
      throw new Error("No room.");
    },
  });
  await expect(run({})).rejects.toThrow("The tool failed");
  expect(await opened[0]!.call("question", {})).toMatchObject({ ok: false });
});
