export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from "./create-http-handler.ts";
export { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";
export { type FileResourcesOptions, fileResources } from "./file-resources.ts";
export type { ResourcePage, ResourceSource } from "./resource-source.ts";
export { isStructured, type Structured } from "./structured.ts";
export { errorMetaKey, toMcpResult } from "./to-mcp-result.ts";
export { type McpToolsOptions, toMcpTools } from "./to-mcp-tools.ts";
export { todoResources, type WatchedTodos } from "./todo-resources.ts";
