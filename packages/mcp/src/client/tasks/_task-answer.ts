import type { CallToolResult } from "@modelcontextprotocol/client";

/** A task as a server sends it: nothing of it is trusted but that it has an id and a status. */
export interface ServerTask extends Readonly<Record<string, unknown>> {
  readonly taskId: string;
  readonly status: string;
}

/** Where the answer that is a task is in the `_meta` of the result that the SDK gets instead. */
const taskMetaKey = "holdall/task";

export function isTask(value: unknown): value is ServerTask {
  const { taskId, status } = Object(value) as Partial<ServerTask>;
  return typeof taskId === "string" && taskId !== "" && typeof status === "string";
}

/** An answer that is a task, as a result that the SDK takes; other results as they are. */
export function taskAsResult(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (result.resultType !== "task" || !isTask(result)) return result;
  return { resultType: "complete", content: [], _meta: { [taskMetaKey]: result } };
}

/** The task that a call was answered with. */
export function taskIn({ _meta }: CallToolResult): ServerTask | undefined {
  const task = _meta?.[taskMetaKey];
  return isTask(task) ? task : undefined;
}
