import type { ScheduleToolsOptions } from "./options.ts";
import { scheduleCancel } from "./schedule-cancel.ts";
import { scheduleList } from "./schedule-list.ts";
import { scheduleTask } from "./schedule-task.ts";

/** The tools of schedules, for `createRegistry`. */
export const scheduleTools = (options: ScheduleToolsOptions) =>
  [scheduleTask(options), scheduleList(options), scheduleCancel(options)] as const;

/** One of these tools. */
export type ScheduleTool = ReturnType<typeof scheduleTools>[number];
