import { memoryBackend } from "@holdall/backends-memory";
import { memoryEngine } from "@holdall/durable";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { scheduleTools, workflowExecute } from "@holdall/tools-orchestration";
import { expect, test } from "vitest";
import { followCalls } from "../follow-calls.ts";

test("schedules and workflows of the real tools: when, what with, and what came of each step", async () => {
  const log = followCalls();
  const backend = memoryBackend({ files: { "/a.txt": "one\n" } });
  const engine = memoryEngine();
  const registry = createRegistry([...scheduleTools({ engine }), workflowExecute(), ...fsTools({ backend })]);
  await using session = openSession(registry, { policy: allow(), onEvent: log.follow });
  const made = await session.call("schedule_task", {
    prompt: "Check the build.",
    cron: "0 9 * * 1-5",
    timezone: "Europe/Paris",
  });
  const schedule_id = made.ok ? String((made.output as { schedule_id: string }).schedule_id) : "";
  await session.call("schedule_list", {});
  await session.call("schedule_cancel", { schedule_id });
  await session.call("workflow_execute", {
    steps: [
      { id: "info", tool: "file_info", input: { path: "/a.txt" } },
      { id: "gone", tool: "read_file", input: { path: "/b.txt" } },
    ],
  });
  const calls = log.calls().filter(({ category }) => category === "orchestration");
  expect(calls.map(({ title, subject, outcome }) => [title, subject, outcome])).toEqual([
    ["Schedule task", "0 9 * * 1-5 Europe/Paris", "every weekday at 09:00 Europe/Paris"],
    ["List schedules", "", "1 schedule"],
    ["Cancel schedule", schedule_id, "ended"],
    ["Run workflow", "2 steps", "failed"],
  ]);
  const [first, , canceled, workflow] = calls.map(({ blocks }) => blocks);
  expect(first).toMatchObject([{ text: expect.stringContaining("Check the build.\nNext: ") }]);
  expect(canceled?.at(-1)).toMatchObject({ text: "it was canceled", isWarning: true });
  expect(workflow).toMatchObject([
    {
      kind: "steps",
      steps: [
        { id: "info", tool: "file_info", status: "done" },
        { id: "gone", tool: "read_file", status: "failed", detail: "/b.txt does not exist." },
      ],
    },
  ]);
});
