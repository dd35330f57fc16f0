import { planModeKey, type Session, type ToolContext, ToolError, toToolError } from "@holdall/tool-core";
import type { AgentConflict, AgentWorkspace, AgentWorkspaces, MergeCall } from "../port/index.ts";
import type { TaskEnding, TaskMerge } from "../result.ts";
import type { AgentNode } from "../tree/agent-node.ts";
import type { Tree } from "../tree/tree.ts";

export interface WorkspaceChoice {
  readonly workspaces: AgentWorkspaces | undefined;
  readonly tree: Tree;
  readonly ctx: Pick<ToolContext, "state" | "cwd">;
  /** The call that started it does not wait for it. */
  readonly inBackground: boolean;
  /** Other processes may continue it, with what is kept of its files. */
  readonly isDurable: boolean;
  /** The worktree that was opened for it. */
  readonly worktree?: AgentWorkspace | undefined;
}

/** Give an agent files of its own where that was asked for, or where it may change files while others work. */
export function chooseWorkspace(
  node: AgentNode,
  session: Session,
  choice: WorkspaceChoice,
): AgentWorkspace | undefined {
  const { workspaces, ctx, isDurable, worktree } = choice;
  const asked = node.isolation ?? node.agent.isolation;
  const cannot = workspaces ? reasonAgainst(node, workspaces, isDurable) : "the files of this session cannot be forked";
  if ((asked === "overlay" || asked === "worktree") && cannot !== undefined) throw notIsolated(cannot);
  if (asked === "worktree" && isDurable) throw noWorktree("agents are durable here, which keep overlays only");
  if (!workspaces || cannot !== undefined || asked === "none") return undefined;
  if (asked === "overlay") return workspaces.open(ctx);
  if (asked === "worktree") return worktree;
  if (!isBeside(node, choice) || !mayWrite(node, session) || ctx.state(planModeKey).active) return undefined;
  return workspaces.noCommands(ctx) === undefined ? workspaces.open(ctx) : undefined;
}

function reasonAgainst({ agent }: AgentNode, { reopen }: AgentWorkspaces, isDurable: boolean): string | undefined {
  if (agent.driver) return `${agent.name} is a program of its own`;
  return isDurable && !reopen
    ? "agents are durable here, and another process that continues one could not open its files"
    : undefined;
}

/** The error of an agent that cannot have files of its own. */
export const notIsolated = (reason: string) =>
  new ToolError("unsupported", `The agent cannot have files of its own: ${reason}.`, {
    hint: "Leave isolation out, and start agents that change the same files one after the other.",
  });

/** The error of an agent that cannot have a branch of its own. */
export const noWorktree = (reason: string) =>
  new ToolError("unsupported", `The agent cannot have a git worktree: ${reason}.`, {
    hint: 'Use isolation: "overlay".',
  });

/** Whether another agent, or the session that started it, works at the same time. */
function isBeside(node: AgentNode, { tree, inBackground }: WorkspaceChoice): boolean {
  if (inBackground) return true;
  const above = new Set<AgentNode>();
  for (let each = node.parent; each; each = each.parent) above.add(each);
  return [...tree.agents.values()].some((each) => each.isRunning && each !== node && !above.has(each));
}

/** Tools that are found later may write, too. */
const mayWrite = ({ agent }: AgentNode, { registry }: Session): boolean =>
  agent.tools === undefined || registry.tools().some(({ hints, category }) => !hints.readOnly && category !== "agents");

const merging: readonly TaskEnding[] = ["completed", "budget", "timeout", "idle"];

export interface MergeOptions {
  /** The call for which it is merged. Without one, nothing is. */
  readonly call: MergeCall | undefined;
  /** Keep what is not merged with the session. */
  keep(): Promise<void>;
}

/**
 * Merge what an agent has changed, once nothing of it runs any more. An agent that failed or was stopped keeps its changes.
 * What is not merged is kept before anything is merged, so that a process that ends in between leaves all of it with the
 * session, and once more with what is left.
 */
export async function mergeEnded(
  workspace: AgentWorkspace,
  end: TaskEnding,
  options: MergeOptions,
): Promise<TaskMerge> {
  const merge = await finishAndMerge(workspace, end, options);
  await options.keep();
  return merge;
}

async function finishAndMerge(
  workspace: AgentWorkspace,
  end: TaskEnding,
  { call, keep }: MergeOptions,
): Promise<TaskMerge> {
  const told: string[] = [];
  const failure =
    call && (await workspace.finish?.(call).then((notes) => void (notes && told.push(...notes)), toToolError));
  const notes = told.length > 0 && { notes: told };
  const changes = (await workspace.changes()).map((each) => ({ ...each }));
  const held = (reason: string): TaskMerge => ({
    changes,
    merged: [],
    conflicts: [],
    held: changes.map(({ path }) => path),
    ...(changes.length > 0 && { reason }),
    ...notes,
  });
  const branch = workspace.branch && { branch: { ...workspace.branch } };
  if (failure) return { ...held(failure.message), reason: failure.message, ...branch };
  if (branch) return { ...held(`They are on branch ${branch.branch.name}`), ...branch };
  if (!call || !merging.includes(end)) return held("It did not complete.");
  try {
    await keep();
    const { merged, conflicts } = await workspace.merge(call);
    return { changes, merged: [...merged], conflicts: conflicts.map(shownConflict), held: [], ...notes };
  } catch (error) {
    return held(toToolError(error).message);
  }
}

/** A conflict as a result has it: its lines, without the whole contents. */
export const shownConflict = ({ path, kind, reason, lines }: AgentConflict): TaskMerge["conflicts"][number] => ({
  path,
  kind,
  reason,
  lines: lines.map((each) => ({ ...each })),
});
