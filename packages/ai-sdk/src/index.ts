export { type AiAgentRunnerOptions, aiAgentRunner } from "./ai-agent-runner.ts";
export type { AiOutput, AiTools } from "./ai-tools.ts";
export { applyApprovalAnswers } from "./approve/approval-answers.ts";
export { type CallApproval, toolApproval } from "./approve/tool-approval.ts";
export {
  type DeferOptions,
  type DeferredTools,
  deferTools,
  type ToolCatalog,
  type ToolSearchOfAi,
} from "./defer-tools.ts";
export { type RepairToolCall, repairToolCall } from "./repair-tool-call.ts";
export { type AiToolsOptions, toAiTools } from "./to-ai-tools.ts";
