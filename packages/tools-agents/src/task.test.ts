import { allow, ask, contentText, deny, firstOf, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import * as z from "zod";
import { answersIn, openTree, resultsIn } from "./_script.fixture.ts";

test("an agent works in a session of its own and hands back a typed result", async () => {
  const { run, requests, events } = openTree({
    script: (request) =>
      answersIn(request) === 0
        ? {
            text: "I look.",
            calls: [
              ["look", { path: "/a" }],
              ["write", { path: "/b" }],
            ],
            tokens: 100,
            cost: 0.5,
          }
        : { text: `Read: ${resultsIn(request)[0]}`, tokens: 50, cost: 0.25 },
  });
  const result = await run({ prompt: "Look at /a." });
  expect(result).toEqual({
    task_id: expect.stringMatching(/^task_/),
    agent: "general",
    end: "completed",
    report: "Read: look /a: done",
    partial: false,
    result: 1,
    turns: 2,
    tokens: { input: 75, cached: 0, output: 75 },
    cost: 0.75,
    seconds: expect.any(Number),
    limits: { turns: 30, seconds: 600 },
    files_changed: ["/b"],
    calls: { look: 1, write: 1 },
    denied: [],
    open_tasks: [],
    untrusted: false,
  });
  expect(requests[0]?.messages).toEqual([{ role: "user", text: "Look at /a." }]);
  expect(requests[0]?.instructions).toContain("sees only your last message");
  expect(events.map(({ type }) => type)).toEqual(["task-start", "task-step", "task-step", "task-end"]);
  expect(events.filter(({ type }) => type === "task-step")).toMatchObject([
    { used: { turns: 1, tokens: 100, cost: 0.5 }, limits: { turns: 30, seconds: 600 } },
    { used: { turns: 2, tokens: 150, cost: 0.75 } },
  ]);
});

test("an agent has only the tools of its definition, of those that its parent has", async () => {
  const { run, requests } = openTree({
    agents: [{ name: "explore", description: "Reads.", tools: ["Look", "no_such_tool", "TaskOutput"] }],
    script: (request) =>
      answersIn(request) === 0 ? { calls: [["write", { path: "/a" }]] } : (resultsIn(request)[0] ?? ""),
  });
  const { report } = await run({});
  expect(requests[0]?.tools.map(({ tool }) => tool)).toEqual(["look", "task_output"]);
  expect(report).toContain('no tool named "write"');
});

test("a report is checked against the schema of its agent, and mended once", async () => {
  const answers = ["Here you are: {}", '```json\n{ "count": 3 }\n```'];
  const agents = [{ name: "count", description: "Counts.", output: z.object({ count: z.number() }) }] as const;
  const { run, requests } = openTree({ agents, script: (request) => answers[answersIn(request)] ?? "" });
  expect(await run({})).toMatchObject({ end: "completed", data: { count: 3 } });
  expect(requests[1]?.messages.at(-1)).toMatchObject({ text: expect.stringContaining("not JSON") });

  const never = openTree({ agents, script: () => '{ "count": "three" }' });
  expect(await never.run({})).toMatchObject({
    end: "failed",
    partial: true,
    reason: expect.stringContaining("count takes a number"),
  });
});

test("calls of other agents' tools mean the same: subagent_type, run_in_background, resume; what cannot be is said", async () => {
  const { session } = openTree({ script: () => "Done.", background: false });
  const result = await session.call("Agent", {
    description: "d",
    prompt: "p",
    subagent_type: "general",
    run_in_background: true,
    model: "opus",
  });
  expect(result).toMatchObject({ ok: true, output: { end: "completed" } });
  const said = contentText(result.content);
  for (const note of ["background", "model"]) expect(said).toContain(`${note} was not used`);
  for (const name of ["Task", "spawn_subagent", "runSubagent", "spawn_agent"])
    expect(session.registry.get(name)?.name).toBe("task");
});

test("max_turns is obeyed, and lifts no limit of the agent", async () => {
  const script = () => ({ calls: [["write", { path: "/a" }] as const] });
  const agents = [{ name: "general", description: "Anything.", limits: { turns: 3 } }] as const;
  const { run } = openTree({ agents, script });
  expect(await run({ max_turns: 2 })).toMatchObject({ turns: 2, end: "budget", limits: { turns: 2 } });
  const most = await run({ max_turns: 50 });
  expect(most).toMatchObject({ turns: 3, limits: { turns: 3 } });
  // What continues it may say otherwise.
  expect(await run({ task_id: most.task_id, max_turns: 1 })).toMatchObject({ turns: 1, limits: { turns: 1 } });
});

test("spawn_subagent {task}: the task is the prompt, and its first words are the name", async () => {
  const { session, requests } = openTree({ script: () => "Done." });
  const result = await session.call("spawn_subagent", { task: "look at every file of the config folder" });
  expect(result).toMatchObject({ ok: true, output: { end: "completed" } });
  expect(requests[0]?.messages.at(-1)).toMatchObject({ text: "look at every file of the config folder" });
  expect(await session.call("spawn_subagent", { task: "config", prompt: "look" })).toMatchObject({ ok: true });
  expect(requests[1]?.messages.at(-1)).toMatchObject({ text: "look" });
});

test("a model that fails, or refuses, is an end of its own", async () => {
  const failing = openTree({
    script: () => {
      throw new Error("sk-secret: 500");
    },
  });
  const failed = await failing.run({});
  expect(failed).toMatchObject({ end: "failed", partial: true, reason: "Its model could not be reached." });
  const refusing = openTree({ script: () => ({ text: "", end: "refused" }) });
  expect(await refusing.run({})).toMatchObject({ end: "refused", partial: true });
});

test("plan mode and dry runs of the parent hold in its agents", async () => {
  const script = (request: Parameters<typeof answersIn>[0]) =>
    answersIn(request) === 0 ? { calls: [["write", { path: "/a" }] as const] } : (resultsIn(request)[0] ?? "");
  const dry = openTree({ script, session: { dryRun: true } });
  expect((await dry.run({})).report).toContain("dry run");
  let planning = false;
  const policy = firstOf(
    (request) => (planning ? deny({ actions: ["write"] }, "Plan mode.")(request) : undefined),
    allow(),
  );
  const { run, ran } = openTree({ script, session: { policy } });
  expect((await run({})).files_changed).toEqual(["/a"]);
  planning = true;
  expect(await run({})).toMatchObject({ report: expect.stringContaining("Plan mode"), denied: ["write /a"] });
  expect(ran).toEqual(["write /a"]);
});

test("a session that is restored has spent what it had spent, and its agents are gone", async () => {
  const { session, run } = openTree({ script: () => ({ text: "Done.", tokens: 100 }), limits: { total: 2 } });
  const { task_id } = await run({});
  const restore = JSON.parse(JSON.stringify(session.snapshot()));
  const again = openSession(session.registry, { policy: allow(), restore });
  const input = { description: "d", prompt: "p" };
  expect(await again.call("task", { ...input, task_id })).toMatchObject({ ok: false, error: { code: "not_found" } });
  expect(await again.call("task", input)).toMatchObject({ ok: true });
  const third = await again.call("task", input);
  expect(contentText(third.content)).toContain("2 of 2 agents of this session were started.");
});

test("an ask of an agent that may not ask is a no", async () => {
  const asked: string[] = [];
  const { run } = openTree({
    agents: [{ name: "quiet", description: "Asks nobody.", ask: "never" }],
    script: (request) =>
      answersIn(request) === 0 ? { calls: [["remove", { path: "/a" }]] } : (resultsIn(request)[0] ?? ""),
    session: { policy: ask(), approve: ({ tool }) => tool === "task" || asked.push(tool) > 0 },
  });
  expect((await run({})).report).toContain("the user cannot be asked");
  expect(asked).toEqual([]);
});
