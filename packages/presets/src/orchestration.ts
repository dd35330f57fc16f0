import { firstOf, type Policy, strictest } from "@holdall/tool-core";
import {
  askSchedules,
  askUntrustedSchedules,
  askWorkflows,
  type ScheduleTool,
  type ScheduleToolsOptions,
  scheduleTools,
  workflowExecute,
} from "@holdall/tools-orchestration";

/** One of these tools. */
export type OrchestrationTool = ScheduleTool | ReturnType<typeof workflowExecute>;

/** Tools that schedule work and run workflows, with what they ask: for the option `orchestration` of `coding`. */
export interface PresetOrchestration {
  readonly tools: readonly OrchestrationTool[];
  readonly policy: Policy;
  /** What holds whatever the rules of the user say. */
  readonly always: Policy;
}

/**
 * `schedule_task`, `schedule_list`, `schedule_cancel` and `workflow_execute` on an engine. Making a schedule asks; so does a
 * workflow with calls that ask, once for all of them. The host carries out the runs, with `defineWorkflowRuns`,
 * `defineScheduledRuns` and `engine.work()`.
 */
export function orchestration(options: ScheduleToolsOptions): PresetOrchestration {
  const asksAnyway = strictest(askUntrustedSchedules(options), askWorkflows);
  return {
    tools: [...scheduleTools(options), workflowExecute(options)],
    policy: firstOf(askSchedules(options), asksAnyway),
    always: asksAnyway,
  };
}
