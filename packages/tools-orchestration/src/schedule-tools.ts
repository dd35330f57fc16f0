import type { ScheduleToolsOptions } from "./options.ts";
import { scheduleCancel } from "./schedule-cancel.ts";
import { scheduleList } from "./schedule-list.ts";
import { scheduleTask } from "./schedule-task.ts";

/** Create the schedule tools, for `createRegistry`. */
export const scheduleTools = (options: ScheduleToolsOptions) =>
  [scheduleTask(options), scheduleList(options), scheduleCancel(options)] as const;

/** One of these tools. */
export type ScheduleTool = ReturnType<typeof scheduleTools>[number];
