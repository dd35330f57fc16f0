import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { describeTask, infoOf, taskSchema } from "./_task-info.ts";
import { labelOutcome } from "./port/find-task.ts";
import { sessionTasks } from "./port/tasks.ts";

const output = z.object({ tasks: z.array(taskSchema) });

export type TaskListOutput = z.infer<typeof output>;

/** Create the tool `task_list`: lists the session's tasks, oldest first. */
export function taskList(): Tool<Record<string, never>, TaskListOutput, "task_list", Record<string, never>> {
  return defineTool({
    name: "task_list",
    category: "tasks",
    description: "List background tasks and their status.",
    examples: ["what is running in the background", "is the server still up"],
    input: z.object({}),
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: { names: ["list_tasks", "bashes"] },
    access: () => [],
    execute(_input, { state }) {
      const { list, get } = state(sessionTasks);
      const tasks = list().map((info) => labelOutcome(get(info.id) ?? { info }, state));
      return { tasks: tasks.map(({ info }) => infoOf(info)) };
    },
    render: ({ tasks }) => tasks.map(describeTask).join("\n") || "There are no background tasks.",
  });
}
