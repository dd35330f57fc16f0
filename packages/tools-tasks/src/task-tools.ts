import type { Tool } from "@holdall/tool-core";
import { taskList } from "./task-list.ts";
import { taskOutput } from "./task-output.ts";
import { taskStop } from "./task-stop.ts";

/** The tools of this package, for `createRegistry`. */
export function taskTools(): readonly Tool[] {
  return [taskOutput(), taskStop(), taskList()];
}
