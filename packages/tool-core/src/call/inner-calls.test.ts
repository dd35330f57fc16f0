import { expect, test } from "vitest";
import { z } from "zod";
import type { ToolEvent } from "../event.ts";
import type { ApprovalRequest, Approve } from "../policy/approval.ts";
import { allow, ask, firstOf } from "../policy/policy.ts";
import { toAnthropic, toOpenAI } from "../registry/definitions.ts";
import { createRegistry } from "../registry/registry.ts";
import { openSession } from "../session/open-session.ts";
import { defineTool, type Tool } from "../tool.ts";

const inner = defineTool({
  name: "inner",
  category: "test",
  description: "Inner.",
  input: z.object({}),
  access: () => [{ action: "write", target: "/a" }],
  execute: (_, { inProgram }) => inProgram,
});

/** A tool that calls another as it is told. */
const outer = (options: Parameters<Parameters<Tool["execute"]>[1]["call"]>[2]) =>
  defineTool({
    name: "outer",
    category: "test",
    description: "Outer.",
    input: z.object({}),
    access: () => [],
    async execute(_, ctx) {
      const result = await ctx.call("inner", {}, options);
      return result.ok ? result.output : result.error.code;
    },
  });

async function call(options: Parameters<typeof outer>[0], approve?: Approve, callApprove?: Approve) {
  const events: ToolEvent[] = [];
  const session = openSession(createRegistry([inner, outer(options)]), {
    policy: firstOf(approve || callApprove ? ask({ tools: ["inner"] }) : allow(), allow()),
    approve,
    onEvent: (event) => void events.push(event),
  });
  const result = await session.call("outer", {}, { approve: callApprove });
  return { output: result.ok && result.output, start: events.find(({ tool }) => tool === "inner") };
}

test("a call with an index is a program's: its event and its tool say so", async () => {
  const { output, start } = await call({ index: 3 });
  expect([output, start]).toMatchObject([true, { type: "call-start", parentId: "call-1", index: 3 }]);
  const plain = await call(undefined);
  expect(plain.output).toBe(false);
  expect(plain.start).not.toHaveProperty("index");
});

test("a signal aborts the inner call and not the one that makes it", async () => {
  expect((await call({ signal: AbortSignal.abort() })).output).toBe("aborted");
});

test("what asks for an inner call is made from what asks for the outer one", async () => {
  const asked: string[] = [];
  const asking = (who: string) => (request: ApprovalRequest) => asked.push(`${who} ${request.callerId}`) > 0;
  const wrap =
    (caller: Approve): Approve =>
    (request, signal) =>
      caller({ ...request, callerId: "me" }, signal);
  await call({ approve: wrap }, asking("session"));
  await call({ approve: wrap }, asking("session"), asking("call"));
  await call({}, asking("session"), asking("call"));
  expect(asked).toEqual(["session me", "call me", "session undefined"]);
});

test("toAnthropic says who may call a tool, where it is asked to", () => {
  const tools = ([undefined, "both", "only", "never"] as const).map((program, i) => ({
    ...inner,
    name: `tool_${i}`,
    program,
  }));
  const registry = createRegistry(tools as unknown as readonly Tool[]);
  const callers = toAnthropic(registry, { programs: "code_execution_20260120" }).map(
    (tool) => Object(tool).allowed_callers,
  );
  const [direct, programs] = ["direct", "code_execution_20260120"];
  expect(callers).toEqual([[direct, programs], [direct, programs], [programs], [direct]]);
  expect(toAnthropic(registry)[0]).not.toHaveProperty("allowed_callers");
});

test("a model does not see a tool that only programs call, and a host can pass on a program's call of it", async () => {
  const registry = createRegistry([
    { ...inner, name: "for_both" },
    { ...inner, name: "for_programs", program: "only" },
  ] as unknown as readonly Tool[]);
  await using session = openSession(registry, { policy: allow() });
  await using searching = openSession(registry, { policy: allow(), expose: () => registry.tools() });
  for (const shown of [session, searching]) expect(shown.exposed().map(({ name }) => name)).toEqual(["for_both"]);
  expect(toOpenAI(registry).map((tool) => tool.function.name)).toEqual(["for_both"]);
  expect(toAnthropic(registry).map(({ name }) => name)).toEqual(["for_both"]);
  expect(registry.list().map(({ name }) => name)).toEqual(["for_both", "for_programs"]);
  expect((await session.call("for_programs", {})).ok).toBe(true);
});
