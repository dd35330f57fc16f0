import { memoryBackend } from "@holdall/backends-memory";
import { memoryEngine } from "@holdall/durable";
import { foreignContent, openSession, toPath } from "@holdall/tool-core";
import { defineWorkflowRuns } from "@holdall/tools-orchestration";
import { expect, test } from "vitest";
import { type CodingOptions, coding } from "../sets/coding.ts";
import { orchestration } from "./orchestration.ts";

const names = ["schedule_task", "schedule_list", "schedule_cancel", "workflow_execute"];
const morning = { prompt: "Check the build.", cron: "0 9 * * *", timezone: "Europe/Paris" };
const deleting = { steps: [{ id: "a", tool: "delete_file", input: { path: "/a.txt" } }] };

function open(options: Omit<CodingOptions, "backend"> = {}) {
  const engine = memoryEngine();
  const backend = memoryBackend({ files: { "/a.txt": "one\n" } });
  const preset = coding({ backend, orchestration: orchestration({ engine, queue: "mine" }), ...options });
  return { engine, backend, preset };
}

test("schedules and workflows are there where an engine is given", async () => {
  const { preset } = open();
  await preset.registry.find("schedule_task");
  expect(names.filter((name) => preset.registry.get(name))).toEqual(names);
  const { registry } = coding({ backend: memoryBackend() });
  expect(names.filter((name) => registry.offered().includes(name))).toEqual([]);
  expect(registry.missing("schedule_task")).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("database"),
  });
});

test("a schedule asks, showing what it does and when, whatever mode the user is in but planning, which makes none", async () => {
  const decide = async (options: CodingOptions["permissions"]) => {
    const { preset } = open({ permissions: options });
    await using session = openSession(preset.registry, preset);
    return session.decide("schedule_task", morning);
  };
  expect(await decide(undefined)).toMatchObject({ effect: "ask", prompt: expect.stringContaining("Check the build.") });
  expect(await decide({ mode: "accept_edits" })).toMatchObject({ effect: "ask" });
  expect(await decide({ mode: "plan" })).toMatchObject({ effect: "deny" });
});

test("no rule lifts the question about a schedule of a session that has read words of others", async () => {
  const { preset } = open({ permissions: { mode: "bypass" } });
  await using session = openSession(preset.registry, preset);
  expect(await session.decide("schedule_task", morning)).toMatchObject({ effect: "allow" });
  session.state(foreignContent).add("a page");
  expect(await session.decide("schedule_task", morning)).toMatchObject({
    effect: "ask",
    prompt: expect.stringContaining("after reading untrusted text"),
  });
});

test("a workflow with a call that asks is asked about once, and runs on workers of its queue", async () => {
  const { engine, backend, preset } = open();
  defineWorkflowRuns({ engine });
  await using _ = await engine.work({ queues: ["mine"] });
  const asked: string[] = [];
  const options = { ...preset, approve: ({ tool }: { readonly tool: string }) => asked.push(tool) > 0 };
  await using session = openSession(preset.registry, options);
  const result = await session.call("workflow_execute", deleting);
  expect(result).toMatchObject({ ok: true, output: { status: "done" } });
  expect(asked).toEqual(["workflow_execute"]);
  expect(await backend.stat(toPath("/a.txt"))).toBeNull();
  expect(await engine.list()).toMatchObject([{ queue: "mine", state: "completed" }]);
});

test("where the user does not answer, neither happens", async () => {
  const { engine, backend, preset } = open();
  await using session = openSession(preset.registry, preset);
  expect(await session.call("schedule_task", morning)).toMatchObject({ error: { code: "permission_denied" } });
  expect(await session.call("workflow_execute", deleting)).toMatchObject({ error: { code: "permission_denied" } });
  expect([await engine.schedules.list(), await engine.list()]).toEqual([[], []]);
  expect(await backend.stat(toPath("/a.txt"))).not.toBeNull();
});
