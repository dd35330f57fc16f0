// The official SDK's own echo server, as its examples write one: on stdio, or with a port as argument over stateless HTTP.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(join(import.meta.dirname, "../../packages/mcp/package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { createMcpHandler, McpServer } = await load("@modelcontextprotocol/server");
const { z } = await load("zod");

function makeServer() {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  const echo = { description: "Say it again.", inputSchema: z.object({ text: z.string() }) };
  server.registerTool("echo", echo, async ({ text }) => ({ content: [{ type: "text", text }] }));
  return server;
}

if (process.argv[2] === "http") {
  const { toNodeHandler } = await load("@modelcontextprotocol/node");
  const http = createServer(toNodeHandler(createMcpHandler(makeServer)));
  http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
} else {
  const { serveStdio } = await load("@modelcontextprotocol/server/stdio");
  serveStdio(makeServer);
}
