import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stubServer } from "../../apps/cli/src/chat/stub-server.fixture.ts";
import { startMcp } from "../../bench/lib/mcp-client.ts";
import { builtCommand, ourServer } from "../../bench/lib/servers.ts";
import { toAiTools } from "../../packages/ai-sdk/src/index.ts";
import { toLangChainTools } from "../../packages/langchain/src/index.ts";
import { coding } from "../../packages/presets/src/index.ts";
import { chooseSandbox } from "../../packages/sandbox/src/index.ts";
import { openSession, type Session } from "../../packages/tool-core/src/index.ts";

/** A call, or what takes all of them back. */
type Call = readonly [tool: string, input: object];

/** Makes calls in a folder, one after the other, in one session where everything is agreed to; gives what it heard. */
export type UndoHost = (root: string, calls: readonly Call[], state: string) => Promise<string>;

async function inSession(root: string, work: (session: Session) => Promise<unknown>): Promise<string> {
  const { sandbox } = await chooseSandbox({ roots: [root], mode: "required" });
  const preset = coding({ root, shell: { sandbox }, web: false });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  const heard = await work(session);
  await session.close();
  await preset.close();
  return JSON.stringify(heard);
}

const environment = (state: string) => ({ ...process.env, XDG_STATE_HOME: state, XDG_CONFIG_HOME: state });
const flags = (root: string) => ["--root", root, "--preset", "coding", "--sandbox", "required"];

function start(words: readonly string[], root: string, state: string): ChildProcess {
  const options = { cwd: root, env: environment(state), stdio: ["pipe", "pipe", "pipe"] as const };
  const child = spawn(process.execPath, [builtCommand(), ...words], { ...options, stdio: [...options.stdio] });
  child.stderr?.resume();
  return child;
}

/** Run a command to its end; gives what it printed. */
async function run(words: readonly string[], root: string, state: string, input = ""): Promise<string> {
  const child = start(words, root, state);
  child.stdin?.end(input);
  const [printed] = await Promise.all([child.stdout?.toArray(), once(child, "close")]);
  return Buffer.concat(printed ?? []).toString();
}

/** A call by the protocol of 2026-07-28, which needs no handshake. */
async function post(url: string, [name, input]: Call): Promise<string> {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "eval", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": version,
    "mcp-method": "tools/call",
    "mcp-name": name,
  };
  const params = { name, arguments: input, _meta };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return (await fetch(url, { method: "POST", headers, body })).text();
}

const withModel =
  (command: "run" | "chat"): UndoHost =>
  async (root, calls, state) => {
    const policy = join(state, "policy.json");
    mkdirSync(state, { recursive: true });
    writeFileSync(policy, JSON.stringify({ version: 1, mode: "bypass" }));
    const agreed = command === "run" ? ["--yes"] : ["--policy", policy];
    const answers = calls.map(([tool, input]) => ({ calls: [{ tool, input }] }));
    await using server = await stubServer([...answers, { text: "Done." }]);
    await run([command, "go", "--model", "stub", "--base-url", server.url, ...flags(root), ...agreed], root, state);
    return JSON.stringify(server.asked.at(-1)?.messages);
  };

export const undoHosts: Readonly<Record<string, UndoHost>> = {
  session: (root, calls) =>
    inSession(root, async (session) => {
      let last: unknown;
      for (const call of calls) last = (await session.call(...call)).content;
      return last;
    }),
  "the AI SDK": (root, calls) =>
    inSession(root, async (session) => {
      const tools = toAiTools(session, { approvals: "session" }) as unknown as Record<string, AiTool>;
      let last: unknown;
      for (const [name, input] of calls)
        last = await tools[name]?.execute(input, { toolCallId: crypto.randomUUID(), messages: [] });
      return last;
    }),
  LangChain: (root, calls) =>
    inSession(root, async (session) => {
      const tools = toLangChainTools(session, { approvals: "session" });
      let last: unknown;
      for (const [name, input] of calls) last = await tools.find((tool) => tool.name === name)?.invoke(input);
      return last;
    }),
  "serve on stdio": async (root, calls) => {
    const server = await startMcp([...ourServer(root, "coding"), "--yes"]);
    let last: unknown;
    for (const call of calls) last = await server.call(...call).catch(String);
    await server.close();
    return JSON.stringify(last);
  },
  "serve --http": async (root, calls, state) => {
    const server = start(["serve", "--http", "0", ...flags(root), "--yes"], root, state);
    const url = await new Promise<string>((resolve) => {
      server.stderr?.on("data", (chunk) => {
        const [, found] = /serving MCP at (\S+)/.exec(String(chunk)) ?? [];
        if (found) resolve(found);
      });
    });
    let last = "";
    for (const call of calls) last = await post(`${url}?session=one`, call);
    server.kill();
    await once(server, "close");
    return last;
  },
  "call -": (root, calls, state) =>
    run(
      ["call", "-", ...flags(root), "--yes"],
      root,
      state,
      calls.map(([tool, input]) => `${JSON.stringify({ tool, input })}\n`).join(""),
    ),
  run: withModel("run"),
  chat: withModel("chat"),
};

interface AiTool {
  execute(input: object, options: object): unknown;
}
