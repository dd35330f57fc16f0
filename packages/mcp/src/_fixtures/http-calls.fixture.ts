/** A plain call of 2026-07-28, as headers and body. */
export const modern = (name: string, input: object, client = "test") => ({
  headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
  body: {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name,
      arguments: input,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: client, version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  },
});

/** Send it with what every client sends. */
export function post(url: string, { headers = {}, body }: { headers?: Record<string, string>; body: object }) {
  const usual = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return fetch(url, { method: "POST", headers: { ...usual, ...headers }, body: JSON.stringify(body) });
}

/** The same for `fetch`. */
export const callOf = ({ headers, body }: { headers: Record<string, string>; body: object }): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  body: JSON.stringify(body),
});
