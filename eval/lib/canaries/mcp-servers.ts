import type { IncomingMessage, ServerResponse } from "node:http";

/** One message to an MCP server over HTTP, whose one tool says what the server got as credential. */
export function answerMcp(request: IncomingMessage, body: string, response: ServerResponse): void {
  if (request.method !== "POST") return void response.writeHead(405).end();
  const { id, method } = JSON.parse(body) as { id?: number; method: string };
  if (id === undefined) return void response.writeHead(202).end();
  const result = resultOf(method, String(request.headers["x-key"] ?? request.headers.authorization));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, ...result }));
}

const resultOf = (method: string, credential: string) => {
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "canary", version: "1" },
        },
      };
    case "tools/list":
      return {
        result: {
          tools: [
            {
              name: "whoami",
              description: "Says the credential",
              inputSchema: { type: "object", properties: { text: { type: "string" } } },
            },
          ],
        },
      };
    case "tools/call":
      return { result: { content: [{ type: "text", text: `You are ${credential}` }] } };
    default:
      return { error: { code: -32_601, message: "no such method" } };
  }
};

/** The same as a program: its credential is the variable KEY. With the argument `ends` it says it on stderr, and ends. */
export const stdioServer = `import { createInterface } from "node:readline";
const key = process.env.KEY ?? "nobody";
if (process.argv[2] === "ends") { console.error("bad key " + key); process.exit(3); }
const resultOf = ${resultOf.toString()};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...resultOf(method, key) }));
});
`;
