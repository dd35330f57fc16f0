export type { ApprovalAnswer } from "./ask-by-interrupt.ts";
export { type LangChainTool, type LangChainToolsOptions, toLangChainTools } from "./to-langchain-tools.ts";
