import {
  type ApprovalRequest,
  allow,
  createRegistry,
  firstOf,
  openSession,
  type Policy,
  type Tool,
  ToolError,
} from "@holdall/tool-core";
import { expect, test } from "vitest";
import { clockedEngines, notingTool, untilState } from "./_orchestration.fixture.ts";
import { defineWorkflowRuns, workflowRun } from "./workflow/durable-workflow.ts";
import { askWorkflows } from "./workflow/policies.ts";
import { workflowExecute } from "./workflow-execute.ts";

const asking: Policy = firstOf(
  ({ access }) => (access?.action === "write" ? { effect: "ask", prompt: "write?" } : undefined),
  askWorkflows,
  allow(),
);

function setUp(policy: Policy = asking) {
  const calls: unknown[] = [];
  const asked: ApprovalRequest[] = [];
  const tools = [
    notingTool("list_it", calls, { readOnly: true, run: () => ({ files: [{ n: 1 }, { n: 2 }], "a/b~c": "odd" }) }),
    notingTool("read_it", calls, { readOnly: true }),
    notingTool("write_it", calls),
    notingTool("fail_it", calls, {
      readOnly: true,
      run: () => {
        throw new ToolError("not_found", "Nothing is there.", { hint: "Look elsewhere." });
      },
    }),
  ];
  const open = (engine?: Parameters<typeof workflowExecute>[0]) =>
    openSession(createRegistry([workflowExecute(engine), ...tools] as Tool[]), {
      policy,
      approve: (request) => asked.push(request) > 0,
    });
  return { calls, asked, tools, open, session: open() };
}

test("values of earlier steps go on as what they are, conditions and lists included; what does not hold is skipped with what needs it", async () => {
  const { session, calls } = setUp(allow());
  const result = await session.call("workflow_execute", {
    steps: [
      { id: "after", tool: "read_it", input: { text: "{{list}}" }, needs: ["never"] },
      { id: "list", tool: "list_it", input: {} },
      {
        id: "read",
        tool: "read_it",
        each: { $from: "list", path: "/files" },
        input: { n: { $from: "$item", path: "/n" }, deep: [{ $from: "list", path: "/a~1b~0c" }] },
      },
      {
        id: "compare",
        tool: "read_it",
        when: { ref: { $from: "read", path: "/1/n" }, equals: 2 },
        input: { all: { $from: "read" } },
      },
      { id: "never", tool: "read_it", when: { ref: { $from: "list", path: "/files/0" }, equals: { n: 7 } }, input: {} },
    ],
  });
  expect(result).toMatchObject({ ok: true, output: { status: "done" } });
  const { steps } = (result as { output: { steps: { id: string; status: string; output?: unknown; why?: string }[] } })
    .output;
  expect(Object.fromEntries(steps.map(({ id, status, why }) => [id, why ?? status]))).toEqual({
    after: "never was skipped",
    list: "done",
    read: "done",
    compare: "done",
    never: "its condition is false",
  });
  expect(calls.slice(1)).toEqual([
    ["read_it", { n: 1, deep: ["odd"] }],
    ["read_it", { n: 2, deep: ["odd"] }],
    [
      "read_it",
      {
        all: [
          { n: 1, deep: ["odd"] },
          { n: 2, deep: ["odd"] },
        ],
      },
    ],
  ]);
});

const step = (id: string, more: object = {}) => ({ id, tool: "read_it", input: {}, ...more });
test.each([
  [
    "a circle",
    [step("a", { needs: ["b"] }), step("b", { input: { x: { $from: "a" } } })],
    /a, b depend on each other in a cycle/,
  ],
  ["an unknown step", [step("a", { input: { deep: [{ $from: "z" }] } })], /refers to z, which is not a step/],
  ["the same id twice", [step("a"), step("a")], /Two steps are named a/],
  ["an unknown tool", [step("a"), step("b", { tool: "read_this" })], /b: there is no tool read_this/],
  ["a path that is none", [step("a"), step("b", { input: { $from: "a", path: "x" } })], /not a JSON Pointer/],
  ["an item without each", [step("a", { input: { $from: "$item" } })], /\$item without each/],
  ["an input that the tool does not take", [step("a"), step("b", { input: { n: "one" } })], /b: .*n/],
  ["a workflow in a workflow", [step("a", { tool: "workflow_execute" })], /there is no tool workflow_execute/],
  ["51 steps", Array.from({ length: 51 }, (_, i) => step(`s${i}`)), /steps/],
])("%s is refused before anything runs", async (_, steps, message) => {
  const { session, calls, asked } = setUp();
  const result = await session.call("workflow_execute", { steps });
  expect(result).toMatchObject({
    ok: false,
    error: { code: "invalid_input", message: expect.stringMatching(message) },
  });
  expect([...calls, ...asked]).toEqual([]);
});

test("one approval is asked for all of it, with every step shown, and holds for exactly these calls", async () => {
  const { session, calls, asked } = setUp();
  const steps = [
    { id: "one", tool: "write_it", input: { n: 1 } },
    { id: "two", tool: "write_it", input: { n: 2 } },
    { id: "list", tool: "list_it", input: {} },
    { id: "late", tool: "write_it", input: { n: { $from: "list", path: "/files/1/n" }, late: true } },
  ];
  expect(await session.call("workflow_execute", { steps, dry_run: true })).toMatchObject({
    output: {
      status: "planned",
      steps: [{ status: "ask" }, { status: "ask" }, { status: "allow" }, { status: "later" }],
    },
  });
  expect([...asked, ...calls]).toEqual([]);
  expect(await session.call("workflow_execute", { steps })).toMatchObject({ output: { status: "done" } });
  expect(asked).toMatchObject([
    {
      tool: "workflow_execute",
      access: [{ target: expect.stringMatching(/^workflow:[0-9a-f]{64}$/) }],
      prompt: expect.stringContaining('two: write_it {"n":2}'),
    },
    // What was not known when the plan was approved is asked about when it is.
    { tool: "write_it", input: { n: 2, late: true } },
  ]);
  expect(calls).toHaveLength(4);
});

test("a step that is denied stops the whole before anything runs; one that fails stops what needs it, and others go on", async () => {
  const denying: Policy = firstOf(
    ({ access }) => (access?.target === "/write_it" ? { effect: "deny", reason: "Not here." } : undefined),
    allow(),
  );
  const denied = setUp(denying);
  expect(
    await denied.session.call("workflow_execute", { steps: [step("a"), step("b", { tool: "write_it" })] }),
  ).toMatchObject({
    error: { code: "permission_denied", message: expect.stringContaining("b: Not here.") },
  });
  expect(denied.calls).toEqual([]);
  const { session, calls } = setUp();
  const failed = await session.call("workflow_execute", {
    steps: [
      step("bad", { tool: "fail_it", retries: 2 }),
      step("needs", { input: { x: { $from: "bad" } } }),
      step("other"),
    ],
  });
  expect(failed).toMatchObject({
    output: {
      status: "failed",
      steps: [
        { status: "failed", error: { code: "not_found", hint: "Look elsewhere." } },
        { status: "skipped", why: "bad has failed" },
        { status: "done" },
      ],
    },
  });
  expect(calls.filter((call) => JSON.stringify(call).includes("fail_it"))).toHaveLength(3);
});

test("with an engine it goes on in another process after the one that began it, with the same approval and no step again", async () => {
  const { open, calls, asked, tools } = setUp();
  const engines = clockedEngines(Date.now());
  const engine = engines.open();
  const session = open({ engine });
  const steps = [
    { id: "one", tool: "write_it", input: { n: 1 } },
    { id: "two", tool: "write_it", input: { n: 2 }, needs: ["one"] },
    { id: "list", tool: "list_it", input: {}, needs: ["two"] },
    { id: "late", tool: "write_it", input: { n: { $from: "list", path: "/files/1/n" }, late: true } },
  ];
  const begun = await session.call("workflow_execute", { steps, background: true });
  expect(begun).toMatchObject({ output: { status: "running" } });
  const run = (begun as { output: { run_id: string } }).output.run_id;
  expect(asked).toHaveLength(1);
  // Its session ends before a worker has taken it.
  await session.close();
  const { liveSessions } = await import("./workflow/durable-workflow.ts");
  liveSessions.clear();
  const other = engines.open();
  defineWorkflowRuns({ engine: other, open: () => ({ registry: createRegistry(tools), options: { policy: asking } }) });
  await using _ = await other.work();
  const waiting = await untilState(other, run, ["waiting", "failed", "completed"]);
  expect(waiting).toMatchObject({
    name: workflowRun,
    state: "waiting",
    waits: [{ event: expect.stringMatching(/^approval /) }],
  });
  expect(calls).toHaveLength(3);
  await other.signal(run, waiting.waits[0]?.event ?? "", { approved: true });
  expect(await untilState(other, run)).toMatchObject({
    state: "completed",
    output: [{ status: "done" }, { status: "done" }, { status: "done" }, { status: "done" }],
  });
  expect(calls).toHaveLength(4);
  expect(asked).toHaveLength(1);
});

test("with an engine, a workflow in the foreground is carried out in the session that asked for it", async () => {
  const { open, calls } = setUp(allow());
  const engine = clockedEngines(Date.now()).open();
  defineWorkflowRuns({ engine });
  await using _ = await engine.work();
  const session = open({ engine });
  const result = await session.call("workflow_execute", {
    steps: [step("a", { input: { n: 1 } }), step("b", { input: { n: { $from: "a", path: "/n" } } })],
  });
  expect(result).toMatchObject({
    ok: true,
    output: {
      status: "done",
      run_id: expect.stringMatching(/^run_/),
      steps: [{ output: { n: 1 } }, { output: { n: 1 } }],
    },
  });
  expect(calls).toHaveLength(2);
});
