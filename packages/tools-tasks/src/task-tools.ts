import type { Tool } from "@holdall/tool-core";
import { taskList } from "./task-list.ts";
import { taskOutput } from "./task-output.ts";
import { taskStop } from "./task-stop.ts";

/** All tools for background tasks. */
export const taskTools = (): Tool[] => [taskOutput(), taskStop(), taskList()];
