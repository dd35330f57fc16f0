export type {
  AgentConfinement,
  AgentDriver,
  AgentDriverEnd,
  AgentDriverRun,
  AgentProgram,
  AgentProgramRequest,
  AgentPrograms,
  AgentStep,
  AgentUsage,
  ProtectedAt,
  ProtectedFiles,
} from "./agent-driver.ts";
export type {
  AgentCall,
  AgentCallResult,
  AgentMessage,
  AgentRunner,
  AgentTokens,
  AgentTurn,
  AgentTurnRequest,
} from "./agent-runner.ts";
export type {
  AgentBranch,
  AgentChange,
  AgentConflict,
  AgentMerge,
  AgentWorkspace,
  AgentWorkspaces,
  MergeCall,
  MergeDecision,
  MergePath,
} from "./agent-workspace.ts";
export {
  callInRun,
  type DurableCall,
  type KeptCall,
  type LostTasks,
  lostTasks,
  type PersonAsked,
} from "./durable-calls.ts";
