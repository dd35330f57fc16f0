import { taskList } from "./task-list.ts";
import { taskOutput } from "./task-output.ts";
import { taskStop } from "./task-stop.ts";

/** One of these tools. */
export type TaskTool = ReturnType<typeof taskOutput | typeof taskStop | typeof taskList>;

/** Create the tools of this package, for `createRegistry`. */
export function taskTools(): readonly TaskTool[] {
  return [taskOutput(), taskStop(), taskList()];
}
