import { planModeKey, type ToolContext, ToolError } from "@holdall/tool-core";
import type { AgentWorkspace } from "./port/index.ts";
import { noWorktree } from "./run/workspace.ts";
import { agentOf, isolationOf } from "./start-task.ts";
import type { TaskInput, TaskToolOptions } from "./task-options.ts";
import { positionOf } from "./tree/tree.ts";

/** The worktree that a call asks for, before it is made. A dry run has none, because it changes nothing. */
export async function openWorktree(
  input: TaskInput,
  ctx: Pick<ToolContext, "state" | "cwd" | "dryRun">,
  options: TaskToolOptions,
): Promise<AgentWorkspace | undefined> {
  const { isolation = agentOf(input, ctx, options).isolation, task_id } = input;
  if (task_id !== undefined) refuseInPlanMode(task_id.trim(), ctx, options);
  if (isolation !== "worktree" || task_id !== undefined || ctx.dryRun || !options.workspaces || options.durable)
    return undefined;
  if (ctx.state(planModeKey).active) throw noWorktree("in plan mode no branch is created");
  if (!options.workspaces.openWorktree) throw noWorktree("the files of this session are not on disk");
  return options.workspaces.openWorktree(ctx);
}

/** What an agent with a worktree has done is committed when it ends. */
function refuseInPlanMode(id: string, at: Pick<ToolContext, "state">, { limits = {} }: TaskToolOptions): void {
  const node = positionOf(at, limits).tree.agents.get(id);
  if (!node || isolationOf(node) !== "worktree" || !at.state(planModeKey).active) return;
  throw new ToolError("unavailable", `The agent ${id} has a git worktree, and in plan mode nothing is committed.`, {
    hint: "Leave plan mode first, or start another agent without isolation.",
  });
}
