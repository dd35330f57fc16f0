export type { Agent, AgentLimits, TreeLimits } from "./agent.ts";
export type { AgentEvent } from "./events.ts";
export type { TaskEnding, TaskResult } from "./result.ts";
export { type TaskInput, type TaskToolOptions, task } from "./task.ts";
