export { type AiToolsOptions, toAiTools } from "./to-ai-tools.ts";
export { type CallApproval, toolApproval } from "./tool-approval.ts";
