import { memoryEngine } from "@holdall/durable";
import type { RunDetails } from "@holdall/durable/port";
import { allow, createRegistry, defineTool, openSession, passthroughSchema, ToolError } from "@holdall/tool-core";
import { callInRun } from "@holdall/tools-agents/port";
import { expect, it } from "vitest";
import { traceCalls, traceSteps } from "./trace-calls.ts";

function recordingTracer() {
  const spans: { name: string; attributes: Record<string, unknown>; status?: unknown; ended: boolean }[] = [];
  const tracer = {
    startActiveSpan<T>(name: string, { attributes }: { attributes: object }, work: (span: never) => T): T {
      const span = { name, attributes: { ...attributes } as Record<string, unknown>, ended: false, status: {} };
      spans.push(span);
      const own = {
        setAttribute: (key: string, value: unknown) => (span.attributes[key] = value),
        setStatus: (status: object) => (span.status = status),
        end: () => (span.ended = true),
      };
      return work(own as never);
    },
  };
  return { spans, tracer };
}

it("makes a span for each attempt of a step, with the run's id, and none for what is kept or only waits", async () => {
  const { spans, tracer } = recordingTracer();
  await using engine = memoryEngine({ use: [traceSteps(tracer)] });
  const look = defineTool({
    name: "look",
    category: "test",
    description: "Looks.",
    input: passthroughSchema({ type: "object" }),
    hints: { readOnly: true, openWorld: false },
    execute: async () => "seen",
  });
  const session = openSession(createRegistry([look]), { policy: allow(), use: [traceCalls(tracer)] });
  let tries = 0;
  engine.define("traced", "2", async (ctx) => {
    await ctx.step(
      "flaky",
      () => {
        if (++tries === 1) throw new ToolError("unavailable", "secret words");
      },
      { retries: 1, backoff: 1 },
    );
    await ctx.wait("answer");
    return (await callInRun(ctx, { tool: "look", input: {}, session: () => session })).output ?? null;
  });
  await using _ = await engine.work();
  const run = await engine.start("traced", null);
  await engine.signal(run, "answer", true);
  for await (const _ of engine.subscribe(run));
  const ended = (await engine.get(run)) as RunDetails;
  expect(ended).toMatchObject({ state: "completed", output: "seen" });
  expect(spans.map(({ name }) => name)).toEqual([
    "run_step traced flaky",
    "run_step traced flaky",
    "run_step traced call look",
    "execute_tool look",
  ]);
  expect(spans[0]).toMatchObject({
    ended: true,
    status: { code: 2, message: "unavailable" },
    attributes: { "holdall.run.id": run, "holdall.run.version": "2", "error.type": "unavailable" },
  });
  expect(spans[1]).toMatchObject({ ended: true, status: {} });
  // The call's id is the key of its step.
  expect(spans[3]?.attributes["gen_ai.tool.call.id"]).toBe(spans[2]?.attributes["holdall.step.key"]);
  expect(JSON.stringify(spans)).not.toContain("secret");
});
