import { allow, ask, createRegistry, defineTool, firstOf, type Tool } from "@holdall/tool-core";
import type { AgentTurn, PersonAsked } from "@holdall/tools-agents/port";
import { askerOf } from "@holdall/tools-interact/port";
import { expect, test } from "vitest";
import * as z from "zod";
import { clockedEngines, notingTool, scriptedRunner, untilState } from "../_orchestration.fixture.ts";
import { defineScheduledRuns } from "./run-scheduled.ts";
import { dataOf, grantHash, scheduledRun } from "./schedule.ts";

const days = 24 * 3_600_000;

/** A tool that asks the person which color, through the port for questions. */
const asking = defineTool({
  name: "ask_color",
  category: "test",
  description: "Asks.",
  input: z.object({}),
  hints: { readOnly: true, openWorld: false },
  access: () => [],
  async execute(_, ctx) {
    const { sessionId, callId, signal } = ctx;
    const questions = [{ question: "Which color?" }];
    const reply = await askerOf(ctx)?.ask({ sessionId, callId, path: [], questions }, { signal });
    return reply?.outcome === "answered" ? `It is ${reply.answers?.[0]?.other}.` : "Nobody said.";
  },
}) as Tool;

async function start(tools: readonly Tool[], ...turns: readonly Partial<AgentTurn>[]) {
  const { clock, open } = clockedEngines();
  const names = tools.map(({ name }) => name);
  const grant = { hash: await grantHash("look", names), by: "user", at: clock.now, expires: clock.now + 90 * days };
  const input = dataOf({
    schedule: "s",
    revision: 1,
    slot: clock.now,
    late_by: 0,
    prompt: "look",
    tools: names,
    grant,
  });
  const policy = firstOf(ask({ actions: ["write"] }), allow());
  const begin = () => {
    const engine = open();
    const registry = createRegistry(tools);
    const runner = scriptedRunner(...turns).runner;
    defineScheduledRuns({ engine, runner, open: () => ({ registry, options: { policy }, instructions: "" }) });
    return engine;
  };
  const first = begin();
  const run = await first.start(scheduledRun, input);
  return { clock, begin, first, run };
}

const callOf = (name: string) => ({ calls: [{ id: "1", name, input: { n: 1 } }] });

test("a question is deferred: the run waits for days without a worker, and goes on in another process with the answer", async () => {
  const { clock, begin, first, run } = await start([asking], { calls: [{ id: "1", name: "ask_color", input: {} }] });
  const working = await first.work();
  const waiting = await untilState(first, run, ["waiting"]);
  await working[Symbol.asyncDispose]();
  const { asked } = Object(waiting.steps.at(-1)?.output) as { asked: PersonAsked };
  expect(asked).toMatchObject({ question: { questions: [{ question: "Which color?" }] } });
  clock.now += 3 * days;
  const office = begin();
  const answer = { outcome: "answered", answers: [{ question: "Which color?", chosen: [], other: "blue" }] };
  expect(await office.signal(run, asked.event, answer)).toBe("delivered");
  await using _ = await office.work();
  const ended = await untilState(office, run);
  expect(ended).toMatchObject({ state: "completed", losses: 0, output: { outcome: "completed", failed_calls: 0 } });
  expect(JSON.stringify(ended.steps.map(({ output }) => output))).toContain("It is blue.");
});

test("a question that the user does not answer within seven days ends the run as needs_person", async () => {
  const { clock, first, run } = await start([asking], { calls: [{ id: "1", name: "ask_color", input: {} }] });
  await using _ = await first.work();
  await untilState(first, run, ["waiting"]);
  clock.now += 7 * days + 1;
  expect(await untilState(first, run)).toMatchObject({ output: { outcome: "needs_person" } });
});

test("a yes is for one call: the same call again asks again, and each is made once", async () => {
  const calls: unknown[] = [];
  const { first, run } = await start([notingTool("write_it", calls)], callOf("write_it"), callOf("write_it"));
  await using _ = await first.work();
  const events = new Set<string>();
  for (const times of [1, 2]) {
    const waiting = await untilState(first, run, ["waiting", "completed"]);
    const [{ event = "" } = {}] = waiting.waits;
    events.add(event);
    expect(calls).toHaveLength(times - 1);
    await first.signal(run, event, true);
    for (const from = Date.now(); calls.length < times && Date.now() - from < 5000; )
      await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(await untilState(first, run)).toMatchObject({ state: "completed", output: { calls: 2, failed_calls: 0 } });
  expect(events.size).toBe(2);
  expect(calls).toHaveLength(2);
});
