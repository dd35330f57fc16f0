import { createServer, Agent, request } from "node:http";
import { createMcpHandler, McpServer, Server } from "@modelcontextprotocol/server";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { z } from "zod";
import { allow, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { serveHttp } from "../src/http.ts";

const sdk = createServer(toNodeHandler(createMcpHandler(() => {
  const s = new McpServer({ name: "echo", version: "1" });
  s.registerTool("echo", { description: "Say it again.", inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({ content: [{ type: "text", text }] }));
  return s;
})) as any);
await new Promise<void>((r) => sdk.listen(0, "127.0.0.1", r));
const echo = defineTool({ name: "echo", category: "test", description: "Say it again.", input: z.object({ text: z.string() }), hints: { readOnly: true, openWorld: false }, execute: ({ text }) => text });
const ours = await serveHttp(() => openSession(createRegistry([echo]), { policy: allow() }), {});
const zero = createServer((q, s) => { const parts: Buffer[] = []; q.on("data", (c) => parts.push(c)); q.on("end", () => { const m = JSON.parse(Buffer.concat(parts).toString()); s.writeHead(200, { "content-type": "application/json" }); s.end(JSON.stringify({ jsonrpc: "2.0", id: m.id, result: { content: [{ type: "text", text: m.params.arguments.text }], resultType: "complete" } })); }); });
await new Promise<void>((r) => zero.listen(0, "127.0.0.1", r));
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const call = (url: string) => new Promise<string>((res, rej) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { text: "hello" }, _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}, "io.modelcontextprotocol/clientInfo": { name: "b", version: "1" } } } });
  const r = request(url, { method: "POST", agent, headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "echo", "content-length": Buffer.byteLength(body) } }, (s) => { let t = ""; s.on("data", (c) => (t += c)); s.on("end", () => res(t)); });
  r.on("error", rej); r.end(body);
});
const urls = { sdk: `http://127.0.0.1:${(sdk.address() as any).port}/mcp`, ours: ours.url, zero: `http://127.0.0.1:${(zero.address() as any).port}/mcp` };
for (const [n, u] of Object.entries(urls)) console.log(n, await call(u));
for (let round = 0; round < 4; round++) for (const [n, u] of Object.entries(urls)) {
  const t = performance.now();
  for (let i = 0; i < 400; i++) await call(u);
  console.log(round, n, ((performance.now() - t) / 400 * 1000).toFixed(0), "us");
}
process.exit(0);
