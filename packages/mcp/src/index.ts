export type { AppSource } from "./apps/app-source.ts";
export type { InputAnswers } from "./input/_channel.ts";
export { clientCapabilities, requestInput } from "./input/request-input.ts";
export type { PromptRequest, PromptSource } from "./prompts/prompt-source.ts";
export { type PromptSkills, skillPrompts } from "./prompts/skill-prompts.ts";
export {
  type FileResourcesOptions,
  fileResources,
  type ResourcePage,
  type ResourceSource,
  todoResources,
  type WatchedTodos,
} from "./resources.ts";
export { isStructured, type Structured } from "./results/structured.ts";
export { errorMetaKey, toMcpResult } from "./results/to-mcp-result.ts";
export { type McpToolsOptions, toMcpTools } from "./results/to-mcp-tools.ts";
export type { CallTrace, TraceCarrier } from "./server/call-trace.ts";
export { createMcpServer, type McpServerOptions } from "./server/create-mcp-server.ts";
export type { SessionLease, SharedSessions } from "./sessions/shared-sessions.ts";
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from "./transport/create-http-handler.ts";
