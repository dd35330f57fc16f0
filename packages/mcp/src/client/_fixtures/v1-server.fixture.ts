import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

/** A server of the first SDK with one tool and one resource. */
function makeServer(): McpServer {
  const server = new McpServer({ name: "v1", version: "1.0.0" });
  server.registerTool(
    "add",
    { description: "Add", inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } },
    ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }], structuredContent: { sum: a + b } }),
  );
  server.registerResource("note", "note:///1", { mimeType: "text/plain" }, ({ href: uri }) => ({
    contents: [{ uri, text: "a note" }],
  }));
  return server;
}

export interface V1Server extends AsyncDisposable {
  readonly url: string;
}

/** Serve it over HTTP: `/mcp` is Streamable HTTP without sessions, `/sse` the transport before it, and nothing else is there. */
export async function serveV1(): Promise<V1Server> {
  const streams = new Map<string, SSEServerTransport>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/mcp") {
      const transport = new StreamableHTTPServerTransport({});
      await makeServer().connect(transport as Parameters<McpServer["connect"]>[0]);
      return void transport.handleRequest(request, response);
    }
    if (pathname === "/sse" && request.method === "GET") {
      const transport = new SSEServerTransport("/messages", response);
      streams.set(transport.sessionId, transport);
      return void makeServer().connect(transport);
    }
    const stream = streams.get(searchParams.get("sessionId") ?? "");
    if (pathname === "/messages" && stream) return void stream.handlePostMessage(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

if (import.meta.main) await makeServer().connect(new StdioServerTransport());
