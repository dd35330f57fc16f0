export { type AgentRunInput, agentRun } from "./agent-run.ts";
export { attachAgentRuns } from "./attach-agent-runs.ts";
export { type AgentRunsOptions, defineAgentRuns } from "./define-agent-runs.ts";
