import { defineTaskRuns, type TaskOptions, taskRuns } from "@holdall/mcp/tasks";
import type { Preset } from "@holdall/presets";
import type { Approve } from "@holdall/tool-core";
import type { RunsPlace } from "../durable/open-runs.ts";

interface TaskApproval {
  readonly approve: Approve | undefined;
  readonly elicits: boolean;
}

/** Tasks for clients that take them: calls that are known to take long are runs of the database. */
export function serveTasks(runs: RunsPlace, preset: Preset, { approve, elicits }: TaskApproval): TaskOptions {
  const { registry } = preset;
  defineTaskRuns({ engine: runs.engine, elicits, open: () => ({ registry, options: { ...preset, approve } }) });
  return { runs: taskRuns(runs) };
}
