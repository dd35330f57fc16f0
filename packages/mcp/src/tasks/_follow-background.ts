import type { Progress, Session, ToolResult } from "@holdall/tool-core";
import { sessionTasks } from "@holdall/tools-tasks/port";

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * For a result that names a task of the session which still runs: wait for its end, and return what `task_output` then says.
 * When the call is aborted, the task is stopped.
 */
export function followBackground(
  { state, call, registry }: Session,
  { signal, onProgress }: Following,
): (result: ToolResult) => Promise<ToolResult> {
  return async (result) => {
    const { task_id: id } = Object(result.ok ? result.output : undefined) as { task_id?: unknown };
    if (typeof id !== "string" || !registry.get("task_output")) return result;
    const tasks = state(sessionTasks);
    const task = tasks.get(id);
    if (task?.info.status !== "running") return result;
    onProgress({ message: `${task.info.title} runs in the background as ${id}.` });
    await new Promise<void>((resolve) => {
      const unsubscribe = tasks.subscribe((ended) => ended.id === id && end());
      const end = () => {
        unsubscribe();
        signal.removeEventListener("abort", end);
        resolve();
      };
      signal.addEventListener("abort", end, { once: true });
      if (signal.aborted || tasks.get(id)?.info.status !== "running") end();
    });
    if (!signal.aborted) return call("task_output", { task_id: id }, { signal });
    await tasks.get(id)?.work?.stop();
    return result;
  };
}
