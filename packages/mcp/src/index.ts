export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from "./create-http-handler.ts";
export { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";
export {
  type FileResourcesOptions,
  fileResources,
  type ResourcePage,
  type ResourceSource,
  todoResources,
  type WatchedTodos,
} from "./resources.ts";
export type { SessionLease, SharedSessions } from "./shared-sessions.ts";
export { isStructured, type Structured } from "./structured.ts";
export { errorMetaKey, toMcpResult } from "./to-mcp-result.ts";
export { type McpToolsOptions, toMcpTools } from "./to-mcp-tools.ts";
