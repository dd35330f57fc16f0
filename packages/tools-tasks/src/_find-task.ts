import { type ToolContext, ToolError } from "@holdall/tool-core";
import { sessionTasks, type Task } from "./port/tasks.ts";

/** The session's task with an id. Throws `not_found` with the ids there are. */
export function findTask(id: string, { state }: Pick<ToolContext, "state">): Task {
  const tasks = state(sessionTasks);
  const task = tasks.get(id.trim());
  if (task) return task;
  const ids = tasks.list().map((info) => info.id);
  throw new ToolError("not_found", `This session has no task ${id.slice(0, 100)}.`, {
    hint: ids.length > 0 ? `Its tasks are ${ids.slice(-10).join(", ")}.` : "It has not started any.",
    data: { ids },
  });
}
