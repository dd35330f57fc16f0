/** The accesses of a call of a server's tool, whatever its names contain. */
export const targetOf = (server: string, tool: string): string =>
  `mcp:${encodeURIComponent(server)}/${encodeURIComponent(tool)}`;

/** What reading a resource touches; no tool's target looks like it. */
export const resourceTarget = (server: string, uri = ""): string =>
  `mcp:${encodeURIComponent(server)}/resources/${encodeURIComponent(uri)}`;
