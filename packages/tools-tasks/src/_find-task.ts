import { nearest, type ToolContext, ToolError } from "@holdall/tool-core";
import { type Task, taskList } from "@holdall/tool-core/tasks";

/** The task of this session with an id. Throws `not_found`, with what there is. */
export function findTask({ state }: Pick<ToolContext, "state">, id: string): Task {
  const tasks = state(taskList);
  const found = tasks.get(id);
  if (found) return found;
  const all = tasks.list();
  const close = nearest(
    id,
    all.map((task) => task.id),
    1,
  )[0];
  throw new ToolError("not_found", `This session has no task ${id.slice(0, 60)}.`, {
    hint: close
      ? `Did you mean ${close}?`
      : all.length > 0
        ? "{task_list} names them."
        : "Start one with run_in_background of {bash}.",
    data: { tasks: all.slice(-20).map((task) => task.id) },
  });
}
