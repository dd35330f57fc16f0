export { type ClaudeAgentTools, type ClaudeAgentToolsOptions, toClaudeAgentTools } from "./to-claude-agent-tools.ts";
