import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";

/** An echo server over HTTP, in a process of its own. */
export interface EchoServer {
  /** Call its tool by the protocol of 2026-07-28; throws unless it says the text again. */
  echo(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Start `node ARGS`, which prints its URL first. */
export async function startEcho(args: readonly string[]): Promise<EchoServer> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const agent = new Agent({ keepAlive: true });
  return {
    async echo(text) {
      const answer = await post(url, agent, bodyOf(text));
      if (!answer.includes(`"text":"${text}"`)) throw new Error(`${args.join(" ")} answered ${answer.slice(0, 300)}`);
    },
    async close() {
      agent.destroy();
      child.kill();
      await closed;
    },
  };
}

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

function bodyOf(text: string): string {
  const params = { name: "echo", arguments: { text }, _meta: meta };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

function post(url: string, agent: Agent, body: string): Promise<string> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "echo",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        answer += chunk;
      });
      response.on("end", () => resolve(answer));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
