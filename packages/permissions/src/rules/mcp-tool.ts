/** A tool that reads resources of any MCP server. */
export const isResourceTool = (name: string): boolean => /_mcp_resources?$/.test(name);

/** A tool of one MCP server, or one that reads their resources, by its exact name. */
export const isMcpTool = (name: string): boolean =>
  (name.startsWith("mcp__") && !name.includes("*")) || isResourceTool(name);
