import { defineTaskRuns, type TaskOptions, taskRuns } from "@holdall/mcp/tasks";
import type { Approve } from "@holdall/tool-core";
import type { Setup } from "../setup/set-up.ts";

interface TaskApproval {
  readonly approve: Approve | undefined;
  readonly elicits: boolean;
}

/** Tasks for clients that take them: with a database, calls that are known to take long are its runs. */
export function serveTasks({ runs, preset }: Setup, { approve, elicits }: TaskApproval): TaskOptions {
  if (!runs) return {};
  const { registry } = preset;
  defineTaskRuns({ engine: runs.engine, elicits, open: () => ({ registry, options: { ...preset, approve } }) });
  return { runs: taskRuns(runs) };
}
