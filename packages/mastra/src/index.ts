export type { ApprovalAnswer, ApprovalQuestion } from "./approve-by-suspension.ts";
export { type MastraToolResult, type MastraToolsOptions, toMastraTools } from "./to-mastra-tools.ts";
