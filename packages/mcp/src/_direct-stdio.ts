import type { Approve, Session } from "@holdall/tool-core";
import type { JSONRPCMessage, RequestId, Server } from "@modelcontextprotocol/server";
import { askAtOnce, showsForms } from "./_ask-client.ts";
import { callTool } from "./_call-tool.ts";
import { defaultAskTimeout, type McpServerOptions } from "./create-mcp-server.ts";
import { isStructured } from "./structured.ts";

/** Answers a call at once, or says by undefined that it is the SDK's; nothing was done then. */
export type AnswerDirectly = (message: JSONRPCMessage, signal: AbortSignal) => Promise<JSONRPCMessage> | undefined;

/**
 * Plain calls of an initialized client of 2025, answered without the SDK's checks and copies of what is well-formed
 * already: those that want no progress, and whose tool is known, changes nothing about what is listed, and answers with content alone.
 */
export function directStdio(session: Session, server: Server, options: McpServerOptions): AnswerDirectly {
  const { structured, elicits = true, askTimeout = defaultAskTimeout, expose } = options;
  const send = server.request.bind(server);

  async function answer(id: RequestId, params: CallParams, signal: AbortSignal): Promise<JSONRPCMessage> {
    const asks = elicits && showsForms(server.getClientCapabilities());
    const approve: Approve | undefined = asks ? askAtOnce(session, { send, signal }, askTimeout).approve : undefined;
    const result = await callTool(session, params, { signal, approve }, structured);
    return { jsonrpc: "2.0", id, result };
  }

  return (message, signal) => {
    if (!("method" in message) || !("id" in message) || message.method !== "tools/call") return undefined;
    const version = server.getNegotiatedProtocolVersion();
    if (version === undefined || version >= "2026") return undefined;
    const params = readCall(message.params);
    const tool = params && session.registry.get(params.name);
    if (!tool || expose || isStructured(tool, structured)) return undefined;
    return answer(message.id, params, signal);
  };
}

interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

function readCall(params: unknown): CallParams | undefined {
  const { name, arguments: input, _meta: meta, ...rest } = Object(params) as Record<string, unknown>;
  if (typeof name !== "string" || Object.keys(rest).length > 0 || "progressToken" in Object(meta)) return undefined;
  if (input === undefined) return { name };
  return typeof input === "object" && input !== null && !Array.isArray(input)
    ? { name, arguments: input as Record<string, unknown> }
    : undefined;
}
