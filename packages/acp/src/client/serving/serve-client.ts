import {
  type ClientApp,
  type ClientCapabilities,
  client,
  methods,
  type ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import type { AgentDriverRun } from "@holdall/tools-agents/port";
import type { Updates } from "../turn/follow-updates.ts";
import { readsWholeFiles, readTextFile, writeTextFile } from "./files.ts";
import { answerPermission } from "./permissions.ts";
import { createRequestTool, requestTool } from "./request-tool.ts";
import { createTerminals, type Terminals } from "./terminals.ts";

export interface Served {
  readonly app: ClientApp;
  /** What the session has tools for, and no more. */
  readonly capabilities: ClientCapabilities;
  readonly terminals: Terminals;
}

type ServedRun = Pick<AgentDriverRun, "agent" | "session" | "leavesSandbox" | "denied" | "signal">;

/** What an agent may ask of its client, from the session of its parent. */
export async function serveClient(
  { agent, session, leavesSandbox, denied, signal }: ServedRun,
  updates: Updates,
): Promise<Served> {
  const { registry } = session;
  if (!registry.get(requestTool)) registry.add(createRequestTool(agent));
  const [reads, write, shell] = [
    await readsWholeFiles(session),
    await registry.find("write_file"),
    await registry.find("bash"),
  ];
  const terminals = createTerminals(session, signal);
  const known = (id: string): ToolCallUpdate | undefined => updates.calls.get(id);
  const app = client({ name: "holdall" })
    .onNotification(methods.client.session.update, ({ params }) => updates.take(params))
    .onRequest(methods.client.session.requestPermission, ({ params }) =>
      answerPermission(params, { session, leavesSandbox, signal, known, denied }),
    )
    .onRequest(methods.client.fs.readTextFile, ({ params }) => readTextFile(params, session, signal))
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => writeTextFile(params, session, signal))
    .onRequest(methods.client.terminal.create, ({ params }) => terminals.create(params))
    .onRequest(methods.client.terminal.output, ({ params }) => terminals.output(params.terminalId))
    .onRequest(methods.client.terminal.waitForExit, ({ params }) => terminals.waitForExit(params.terminalId))
    .onRequest(methods.client.terminal.kill, async ({ params }) => {
      await terminals.kill(params.terminalId);
      return {};
    })
    .onRequest(methods.client.terminal.release, async ({ params }) => {
      await terminals.release(params.terminalId);
      return {};
    });
  return {
    app,
    terminals,
    capabilities: { fs: { readTextFile: reads, writeTextFile: write !== undefined }, terminal: shell !== undefined },
  };
}
