import type { Tool } from "@holdall/tool-core";
import { resolveMerge, type TaskToolOptions, task } from "@holdall/tools-agents";
import { taskTools } from "@holdall/tools-tasks";
import type { Agents, PresetAgents } from "./_agents.ts";

/** The tool that starts agents, with those that their background needs and that are not there. */
export function agentTools(
  {
    agents: _,
    further: __,
    sandbox: ___,
    worktrees: ____,
    ...options
  }: PresetAgents & Pick<TaskToolOptions, "programs" | "workspaces">,
  agents: Agents,
  has: (name: string) => boolean,
): Tool[] {
  const watching = options.background ? taskTools().filter(({ name }) => !has(name)) : [];
  const merging = options.workspaces ? [resolveMerge(options)] : [];
  return [task({ ...options, agents }) as Tool, ...(merging as unknown as Tool[]), ...(watching as Tool[])];
}
