import { defineTool, type Tool } from "@holdall/tool-core";
import { taskList as tasksOfSession } from "@holdall/tool-core/tasks";
import * as z from "zod";
import { describeTask, taskInfo } from "./_task-info.ts";

const output = z.object({ tasks: z.array(taskInfo), now: z.number() });

export type TaskListOutput = z.infer<typeof output>;

/** List the background tasks of the session, oldest first, ended and lost ones included. */
export function taskList(): Tool<Record<string, never>, TaskListOutput> {
  return defineTool({
    name: "task_list",
    category: "tasks",
    description: "List background tasks and how they stand.",
    examples: ["what is running in the background", "is the server still up"],
    input: z.object({}),
    output,
    hints: { readOnly: true, openWorld: false },
    access: () => [],
    execute: (_input, { state }) => ({ tasks: [...state(tasksOfSession).list()], now: Date.now() }),
    render: ({ tasks, now }) =>
      tasks.map((task) => describeTask(task, now)).join("\n") || "There are no background tasks.",
  });
}
