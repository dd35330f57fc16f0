// An MCP server with no dependencies and one tool: the least that a server on this Node can cost.
import { createInterface } from "node:readline";

const echo = {
  name: "echo",
  description: "Say it again.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "zero", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [echo] }),
  "tools/call": ({ arguments: { text } }) => ({ content: [{ type: "text", text }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const answer = methods[method];
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: `Unknown method ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
});
