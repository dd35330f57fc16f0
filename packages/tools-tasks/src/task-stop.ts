import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { describeTask, infoOf, taskSchema } from "./_task-info.ts";
import { findTask } from "./port/find-task.ts";

const input = z.object({ task_id: z.string() });
const output = z.object({ task: taskSchema, had_ended: z.boolean() });

export type TaskStopInput = z.infer<typeof input>;
export type TaskStopOutput = z.infer<typeof output>;

/** Create the tool `task_stop`: stops a task and everything that it started. */
export function taskStop(): Tool<TaskStopInput, TaskStopOutput, "task_stop", TaskStopInput> {
  return defineTool({
    name: "task_stop",
    category: "tasks",
    description: "Stop a background task and everything it started.",
    examples: ["stop the server", "kill the background task"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: {
      claude: { name: "TaskStop" },
      names: ["stop_task", "kill_shell", "kill_bash"],
      params: { shell_id: "task_id", bash_id: "task_id", id: "task_id" },
    },
    access: () => [],
    async execute({ task_id }, ctx) {
      const task = findTask(task_id, ctx);
      const hadEnded = task.info.status !== "running";
      await task.work?.stop();
      await task.work?.ended;
      return { task: infoOf(findTask(task_id, ctx).info), had_ended: hadEnded };
    },
    render: ({ task, had_ended }) => `${had_ended ? "It had already ended" : "Stopped"}: ${describeTask(task)}`,
  });
}
