/** What a call of a server's tool touches, whatever its names hold. */
export const targetOf = (server: string, tool: string): string =>
  `mcp:${encodeURIComponent(server)}/${encodeURIComponent(tool)}`;

/** What reading a resource touches; no tool's target looks like it. */
export const resourceTarget = (server: string, uri = ""): string =>
  `mcp:${encodeURIComponent(server)}/resources/${encodeURIComponent(uri)}`;
