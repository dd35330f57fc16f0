export type { Agent, AgentIsolation, AgentLimits, TreeLimits } from "./agent.ts";
export { type AgentRunInput, agentRun } from "./durable/agent-run.ts";
export { attachAgentRuns } from "./durable/attach-agent-runs.ts";
export { type AgentRunSession, type AgentRunsOptions, defineAgentRuns } from "./durable/define-agent-runs.ts";
export type { AgentEvent, AgentUse } from "./events.ts";
export { type LoadAgentsOptions, type LoadedAgents, loadAgents } from "./load-agents.ts";
export {
  type ResolveMergeInput,
  type ResolveMergeOptions,
  type ResolveMergeOutput,
  resolveMerge,
} from "./resolve-merge.ts";
export type { RunLimits, TaskEnding, TaskResult } from "./result.ts";
export { task } from "./task.ts";
export type { DurableAgents, TaskInput, TaskToolOptions } from "./task-options.ts";
