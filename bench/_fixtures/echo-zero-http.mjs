// An HTTP server with no dependencies that echoes: the least that a call can cost on this Node.
import { createServer } from "node:http";

const http = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const { id, params } = JSON.parse(Buffer.concat(parts).toString());
    const result = { content: [{ type: "text", text: params.arguments.text }], resultType: "complete" };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
