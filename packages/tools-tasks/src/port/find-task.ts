import { foreignContent, type ToolContext, ToolError } from "@holdall/tool-core";
import { sessionTasks, type Task, type TaskWork } from "./tasks.ts";

/**
 * Find a task of the session for a tool that shows its output: what others wrote in its outcome, or in a part that is read, counts as text
 * of others from then on. Throws `not_found` with the ids there are.
 */
export function findTask(id: string, { state }: Pick<ToolContext, "state">): Task {
  const tasks = state(sessionTasks);
  const task = tasks.get(id.trim());
  if (task) return { ...labelOutcome(task, state), work: task.work && labeled(task.work, state) };
  const ids = tasks.list().map((info) => info.id);
  throw new ToolError("not_found", `This session has no task ${id.slice(0, 100)}.`, {
    hint: ids.length > 0 ? `Its tasks are ${ids.slice(-10).join(", ")}.` : "It has not started any.",
    data: { ids },
  });
}

/**
 * Note that the outcome of a task is shown, which can repeat what others wrote if its output has text of others. That is saved with the
 * task, so that a restored session notes it, too. Returns the task.
 */
export function labelOutcome(task: Task, state: ToolContext["state"]): Task {
  const { outcome, status, origin } = task.info;
  const isPlain = status === "lost" || outcome === undefined || outcome === status || /^exit code \d+$/.test(outcome);
  if (!isPlain && origin !== undefined) state(foreignContent).add(origin);
  return task;
}

/** The runner keeps the result after middleware, so that no secret is kept. */
function labeled(work: TaskWork, state: ToolContext["state"]): TaskWork {
  const read: TaskWork["read"] = async (since, max, by) => {
    const page = await work.read(since, max, by);
    const { origin } = work;
    if (page.text === "" || origin === undefined) return page;
    state(foreignContent).add(origin);
    return page;
  };
  return Object.create(work, { read: { value: read } });
}
