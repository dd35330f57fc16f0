export type { ModelPart } from "./_model-content.ts";
export type { ApprovalAnswer, SuspendedQuestion } from "./approve-by-suspension.ts";
export { type MastraToolResult, type MastraToolsOptions, toMastraTools } from "./to-mastra-tools.ts";
