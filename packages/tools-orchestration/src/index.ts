export type { ScheduleToolsOptions, WorkflowToolsOptions } from "./options.ts";
export { type ScheduleCancelInput, scheduleCancel } from "./schedule-cancel.ts";
export { type ScheduleListOutput, scheduleList } from "./schedule-list.ts";
export { type ScheduleTaskInput, scheduleTask } from "./schedule-task.ts";
export { type ScheduleTool, scheduleTools } from "./schedule-tools.ts";
export { type DescribedSchedule, describeSchedule } from "./schedules/describe.ts";
export { askSchedules, askUntrustedSchedules } from "./schedules/policies.ts";
export { defineScheduledRuns, type ScheduledOutput, type ScheduledRunsOptions } from "./schedules/run-scheduled.ts";
export { type Schedule, type ScheduledInput, type ScheduleGrant, scheduledRun } from "./schedules/schedule.ts";
export { resumeSchedule, runDueSchedules, type SchedulerOptions, startScheduler } from "./schedules/start-scheduler.ts";
export {
  defineWorkflowRuns,
  type WorkflowRunInput,
  type WorkflowRunsOptions,
  workflowRun,
} from "./workflow/durable-workflow.ts";
export type { WorkflowStep } from "./workflow/plan.ts";
export { askWorkflows } from "./workflow/policies.ts";
export { type WorkflowExecuteInput, type WorkflowExecuteOutput, workflowExecute } from "./workflow-execute.ts";
