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

/** Tools that schedule work and run workflows, with their policy, for the option `orchestration` of `coding`. */
export interface PresetOrchestration {
  readonly tools: readonly OrchestrationTool[];
  readonly policy: Policy;
  /** The policy that applies regardless of the user's rules. */
  readonly always: Policy;
}

/**
 * Create `schedule_task`, `schedule_list`, `schedule_cancel` and `workflow_execute` for an engine. Creating a schedule asks; a
 * workflow with calls that ask is approved once. The host executes the runs, with `defineWorkflowRuns`, `defineScheduledRuns`
 * and `engine.work()`.
 */
export function orchestration(options: ScheduleToolsOptions): PresetOrchestration {
  const asksAnyway = strictest(askUntrustedSchedules(options), askWorkflows);
  return {
    tools: [...scheduleTools(options), workflowExecute(options)],
    policy: firstOf(askSchedules(options), asksAnyway),
    always: asksAnyway,
  };
}
