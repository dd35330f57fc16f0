import { allow, ask, defineTool, firstOf, type StateKey, type Tool } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { answersIn, openTree, promptOf } from "./_script.fixture.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const forever = () => new Promise<never>(() => {});

test("an agent that is out of time is stopped in a call and says in one more turn what it has", async () => {
  const { run, waiting } = openTree({
    agents: [{ name: "slow", description: "Slow.", limits: { seconds: 30, idleSeconds: 100 } }],
    script: ({ tools }) => (tools.length === 0 ? "Half of it." : { calls: [["wait_forever"]] }),
  });
  const running = run({});
  await waiting;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await running).toMatchObject({ end: "timeout", partial: true, report: "Half of it.", seconds: 30 });
});

test("an agent whose model does not answer is idle, and nobody waits for another answer of it", async () => {
  const { run, requests } = openTree({ script: forever });
  const running = run({});
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await running).toMatchObject({
    end: "idle",
    partial: true,
    report: "",
    turns: 1,
    reason: "Nothing has happened for 120 s.",
  });
  expect(requests).toHaveLength(1);
});

test("lesson 6: the clocks of an agent and of those above it stand still while a person is asked", async () => {
  const asking = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<boolean>();
  const { run } = openTree({
    limits: { seconds: 700 },
    script(request) {
      if (promptOf(request) !== "leaf" && answersIn(request) === 0)
        return { calls: [["task", { description: "d", prompt: "leaf" }]] };
      return answersIn(request) === 0 ? { calls: [["remove", { path: "/a" }]] } : "Done.";
    },
    session: {
      policy: firstOf(ask({ actions: ["delete"] }), allow()),
      approve: () => {
        asking.resolve();
        return answer.promise;
      },
    },
  });
  const running = run({});
  await asking.promise;
  await vi.advanceTimersByTimeAsync(7 * 24 * 3_600_000);
  answer.resolve(true);
  expect(await running).toMatchObject({ end: "completed", report: "Done.", seconds: 0 });
});

test("an agent has no more time than what is left to its parent, and none is started when all of it is used", async () => {
  const { run, session } = openTree({
    agents: [{ name: "general", description: "Any.", limits: { seconds: 50, idleSeconds: 500 } }],
    limits: { seconds: 60 },
    script: ({ tools }) => (tools.length === 0 ? "Late." : { calls: [["wait_forever"]] }),
  });
  const first = run({});
  await vi.advanceTimersByTimeAsync(50_000);
  expect(await first).toMatchObject({ end: "timeout", seconds: 50 });
  const second = run({});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await second).toMatchObject({ end: "timeout", seconds: 10 });
  expect(await session.call("task", { description: "d", prompt: "p" })).toMatchObject({
    ok: false,
    error: { message: "The time limit for all agents of this session is reached (60 s)." },
  });
});

test("lesson 9: an agent that is stopped by a limit has not reported before those it waits for have ended", async () => {
  const closed = Promise.withResolvers<void>();
  const slow: StateKey<object> = { name: "slow", create: () => ({}), dispose: () => closed.promise };
  const began = Promise.withResolvers<void>();
  const closesSlowly = defineTool({
    name: "close_slowly",
    category: "test",
    description: "Waits, and takes its time to end.",
    input: z.object({}),
    hints: { readOnly: true, openWorld: false },
    execute(_input, { state, signal }) {
      state(slow);
      began.resolve();
      return new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  const { run, events } = openTree({
    agents: [{ name: "general", description: "Any.", limits: { seconds: 30, idleSeconds: 500 } }],
    tools: [closesSlowly as Tool],
    script(request) {
      if (promptOf(request) === "leaf") return { calls: [["close_slowly"]] };
      if (request.tools.length > 0) return { calls: [["task", { description: "d", prompt: "leaf" }]] };
      setImmediate(closed.resolve);
      return "Half of it.";
    },
  });
  const running = run({});
  await began.promise;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await running).toMatchObject({ end: "timeout", report: "Half of it.", open_tasks: [] });
  const ends = events.filter(({ type }) => type === "task-end");
  expect(ends.map(({ depth }) => depth)).toEqual([2, 1]);
});

test("so many work at a time, the others wait in order, and those that wait for an agent of their own do not count", async () => {
  let [now, most] = [0, 0];
  const { session, events } = openTree({
    limits: { atOnce: 2 },
    async script(request) {
      most = Math.max(most, ++now);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      now--;
      if (promptOf(request) !== "outer" || answersIn(request) > 0) return "Done.";
      return { calls: [["task", { description: "d", prompt: "inner" }]] };
    },
  });
  const input = { description: "d", prompt: "outer" };
  const results = await session.callAll(Array.from({ length: 4 }, () => ({ tool: "task", input })));
  expect(results).toMatchObject(Array(4).fill({ ok: true, output: { end: "completed" } }));
  const queued = events.filter(({ type }) => type === "task-queued");
  expect(queued.slice(0, 2)).toMatchObject([{ position: 1 }, { position: 2 }]);
  expect(most).toBe(2);
});
