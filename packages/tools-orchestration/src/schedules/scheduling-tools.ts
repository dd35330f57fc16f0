const scheduling = new Set(["schedule_task", "schedule_list", "schedule_cancel", "workflow_execute"]);

/** True for tools that scheduled runs cannot have: schedules do not create schedules. */
export const isScheduling = (tool: string): boolean => scheduling.has(tool);
