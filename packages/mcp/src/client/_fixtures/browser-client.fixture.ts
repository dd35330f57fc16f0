import { allow, contentText, createRegistry, openSession, ToolError } from "@holdall/tool-core";
import { connectHttpServers, type HttpServerConfig, type Servers, toAppResult } from "../http.ts";

let servers: Servers | undefined;

/** A page that is a client of servers. */
const client = {
  /** Connect to one server. Gives its state, and what is wrong. */
  async connect(config: HttpServerConfig) {
    await servers?.close();
    servers = await connectHttpServers([config]);
    const [status] = servers.status();
    const { state, protocol, problem, tools } = status!;
    return { state, protocol, tools, problem: problem && `${problem.message} ${problem.hint}` };
  },
  /** Call a tool; `allowed` are the tools that the policy allows. Gives what a model reads. */
  async call(tool: string, input: object, allowed: readonly string[]) {
    const registry = createRegistry();
    const end = servers?.attach(registry);
    const progress: unknown[] = [];
    await using session = openSession(registry, { policy: allow({ tools: allowed }) });
    const result = await session.call(tool, input, { onProgress: ({ message }) => void progress.push(message) });
    end?.();
    const output = result.ok ? toAppResult(result.output as Parameters<typeof toAppResult>[0]) : undefined;
    return { text: contentText(result.content), progress, output };
  },
  async app(tool: string) {
    const page = await servers?.app(tool);
    return page?.html ?? null;
  },
  async problem(config: HttpServerConfig) {
    return client.connect(config).catch((error: unknown) => (ToolError.is(error) ? error.code : String(error)));
  },
};

export type BrowserClient = typeof client;

Object.assign(globalThis, { holdall: client });
