import { memoryBackend } from "@holdall/backends-memory";
import { describeTools } from "@holdall/conformance";
import { memoryEngine } from "@holdall/durable";
import type { Tool } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { scheduleTools } from "./schedule-tools.ts";
import { dataOf } from "./schedules/schedule.ts";
import { workflowExecute } from "./workflow-execute.ts";

const now = Date.parse("2026-06-01T08:00:00Z");

describeTools("orchestration tools", () => {
  const backend = memoryBackend({ files: { "/a.txt": "a\n" } });
  const engine = memoryEngine();
  const tools = [
    ...scheduleTools({ engine, now: () => now, timezone: () => "Europe/Paris" }),
    workflowExecute(),
  ] as Tool[];
  return {
    backend,
    tools: [...tools, ...(fsTools({ backend }).filter(({ name }) => name === "file_info") as Tool[])],
    samples: {
      schedule_task: { prompt: "Check the build.", every: "1h" },
      schedule_list: {},
      schedule_cancel: { schedule_id: "schedule_1" },
      workflow_execute: { steps: [{ id: "one", tool: "file_info", input: { path: "/a.txt" } }] },
      file_info: { path: "/a.txt" },
    },
    prepare: async (_, tool) => {
      const timing = { every: 3_600_000, anchor: now, timezone: "UTC" };
      const grant = { hash: "", by: "user", at: now, expires: now + 1e9 };
      const data = dataOf({ prompt: "look", timing, tools: [], missed: "once", grant });
      if (tool === "schedule_cancel")
        await engine.schedules.put({ id: "schedule_1", state: "active", next: now + 3_600_000, data }, 0);
    },
  };
});
