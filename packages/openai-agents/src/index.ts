export { type OpenAIAgentsToolsOptions, toOpenAIAgentsTools } from "./to-openai-agents-tools.ts";
