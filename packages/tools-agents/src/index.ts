export type { Agent, AgentLimits, TreeLimits } from "./agent.ts";
export type { AgentEvent, AgentUse } from "./events.ts";
export type { RunLimits, TaskEnding, TaskResult } from "./result.ts";
export { task } from "./task.ts";
export type { DurableAgents, TaskInput, TaskToolOptions } from "./task-options.ts";
