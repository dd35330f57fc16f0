const scheduling = new Set(["schedule_task", "schedule_list", "schedule_cancel", "workflow_execute"]);

/** True for the tools that nothing scheduled has: schedules make no schedules. */
export const isScheduling = (tool: string): boolean => scheduling.has(tool);
