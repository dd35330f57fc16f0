import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { findTask } from "./_find-task.ts";
import { describeTask, taskInfo } from "./_task-info.ts";

const input = z.object({ task_id: z.string() });
const output = z.object({ task: taskInfo, was_running: z.boolean(), now: z.number() });

export type TaskStopInput = z.infer<typeof input>;
export type TaskStopOutput = z.infer<typeof output>;

/** Stop a background task with everything that it has started. One that has ended stays as it ended. */
export function taskStop(): Tool<TaskStopInput, TaskStopOutput> {
  return defineTool({
    name: "task_stop",
    category: "tasks",
    description: "Stop a background task and all that it started.",
    examples: ["stop the development server", "kill the background process"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: {
      claude: { name: "TaskStop" },
      names: ["kill_shell", "kill_bash"],
      params: { shell_id: "task_id", id: "task_id" },
    },
    access: () => [],
    async execute({ task_id: id }, ctx) {
      const { info, work } = findTask(ctx, id);
      const wasRunning = info.status === "running";
      if (wasRunning) {
        await work?.stop();
        await work?.ended;
      }
      return { task: findTask(ctx, id).info, was_running: wasRunning, now: Date.now() };
    },
    render: ({ task, was_running, now }) =>
      `${describeTask(task, now)}${was_running ? "" : "\nIt was not running any more; nothing was stopped."}`,
  });
}
