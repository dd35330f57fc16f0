import { planModeKey, type ToolContext } from "@holdall/tool-core";
import type { AgentWorkspace } from "./port/index.ts";
import { noWorktree } from "./run/workspace.ts";
import { agentOf } from "./start-task.ts";
import type { TaskInput, TaskToolOptions } from "./task-options.ts";

/** The worktree that a call asks for, before it is made. A dry run has none, because it changes nothing. */
export async function openWorktree(
  input: TaskInput,
  ctx: Pick<ToolContext, "state" | "cwd" | "dryRun">,
  options: TaskToolOptions,
): Promise<AgentWorkspace | undefined> {
  const { isolation = agentOf(input, ctx, options).isolation, task_id } = input;
  if (isolation !== "worktree" || task_id !== undefined || ctx.dryRun || !options.workspaces || options.durable)
    return undefined;
  if (ctx.state(planModeKey).active) throw noWorktree("in plan mode no branch is created");
  if (!options.workspaces.openWorktree) throw noWorktree("the files of this session are not on disk");
  return options.workspaces.openWorktree(ctx);
}
