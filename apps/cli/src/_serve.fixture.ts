import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { command } from "./_command.fixture.ts";

export interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything on stderr so far. */
  said(): string;
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** `holdall serve --http 0` in a process of its own. */
export async function serve(root: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const words = [command, "serve", "--http", "0", "--root", root, ...args];
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      said += chunk;
      const [, found] = /serving MCP at (\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(said)));
  });
  const end = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
  return { url, child, said: () => said, end };
}

/** A client whose requests go to several servers in turn, as a balancer sends them. */
export async function connect(
  urls: readonly string[],
  mode: "legacy" | { pin: string },
  headers: Record<string, string> = {},
) {
  let turn = 0;
  const seen: string[] = [];
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const fetchInTurn = (_: string | URL, init?: RequestInit) => {
    const url = urls[turn++ % urls.length]!;
    if (String(init?.body).includes('"tools/call"')) seen.push(url);
    return fetch(`${url}?session=alice`, { ...init, headers: { ...headersOf(init), ...headers } });
  };
  await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch: fetchInTurn }));
  return { client, seen };
}

const headersOf = (init?: RequestInit) => Object.fromEntries(new Headers(init?.headers));
