import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { killNodes, startNode } from "../_fixtures/kill-nodes.fixture.ts";
import { ask, callTool, hasEnded, taskThat } from "../_fixtures/task-client.fixture.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-tasks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a task that was started on one node and asked its client there is answered on another after a kill −9", async () => {
  const [first, second] = await Promise.all([startNode(folder), startNode(folder)]);
  try {
    const input = { id: "one", milliseconds: 1000 };
    const { taskId } = (await callTool(first.url, "confirm", input)).result ?? {};
    const asking = await taskThat(
      () => ask(first.url, "tasks/get", { taskId }),
      ({ status }) => status === "input_required",
    );
    first.child.kill("SIGKILL");
    const [key = ""] = Object.keys(Object(asking.inputRequests));
    const inputResponses = { [key]: { action: "accept", content: { by: "the second" } } };
    expect((await ask(second.url, "tasks/update", { taskId, inputResponses })).error).toBeUndefined();
    const ended = await taskThat(() => ask(second.url, "tasks/get", { taskId }), hasEnded);
    expect(ended).toMatchObject({ status: "completed" });
    expect(JSON.stringify(ended.result)).toMatch(/confirmed one: .*the second/);
  } finally {
    for (const { child } of [first, second]) child.kill("SIGKILL");
  }
});

test("a running task is cancelled and answered by the node that does not run it", async () => {
  const [first, second] = await Promise.all([startNode(folder), startNode(folder)]);
  try {
    const { taskId } = (await callTool(first.url, "append", { id: "never", milliseconds: 60_000 })).result ?? {};
    expect((await ask(second.url, "tasks/cancel", { taskId })).result).toMatchObject({ resultType: "complete" });
    expect((await ask(first.url, "tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
    // Its session is free again when its call was stopped there.
    const { result = {} } = await callTool(second.url, "compute", { id: "other", milliseconds: 0 });
    const { taskId: other } = result;
    const ended = other ? await taskThat(() => ask(second.url, "tasks/get", { taskId: other }), hasEnded) : result;
    expect(JSON.stringify(ended)).toContain("computed other");
  } finally {
    for (const { child } of [first, second]) child.kill("SIGKILL");
  }
});

test("no task is lost, and nothing is done twice, while nodes are killed −9", { timeout: 120_000 }, async () => {
  const result = await killNodes({ folder, tasks: 24, kills: 5, seed: 7 });
  expect(result).toMatchObject({ kills: 5, lost: [], repeated: [], missing: [] });
  expect(result.completed + result.interrupted).toBe(result.tasks);
  expect(result.moved).toBeGreaterThan(0);
});
