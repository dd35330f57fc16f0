import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A running MCP server on stdio, initialized. */
export interface McpServer {
  readonly pid: number | undefined;
  request(method: string, params?: object): Promise<unknown>;
  /** Call a tool; throws when the server says that it failed. */
  call(name: string, input: object): Promise<unknown>;
  close(): Promise<void>;
}

/** Start `node ARGS` as an MCP server and shake hands. As thin as can be, so that what is timed is the server. */
export async function startMcp(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<McpServer> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, ...env } });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const closed = once(child, "close");
  let said = "";
  let last = 0;

  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line) as Answer;
    if (id === undefined) return;
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  closed.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`The server ${args.join(" ")} ended: ${said.trim()}`));
  });

  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const server: McpServer = {
    pid: child.pid,
    request: (method, params = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        send({ id: last, method, params });
      }),
    async call(name, input) {
      const result = (await server.request("tools/call", { name, arguments: input })) as { isError?: boolean };
      if (result.isError) throw new Error(`${name} failed: ${JSON.stringify(result).slice(0, 500)}`);
      return result;
    },
    async close() {
      child.kill();
      await closed;
    },
  };
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  await server.request("initialize", client);
  send({ method: "notifications/initialized" });
  return server;
}
