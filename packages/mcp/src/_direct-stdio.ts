import type { Approve, Session } from "@holdall/tool-core";
import type { JSONRPCMessage, ProgressToken, RequestId, Server } from "@modelcontextprotocol/server";
import { askAtOnce, showsForms } from "./_ask-client.ts";
import { callTool } from "./_call-tool.ts";
import { isObject } from "./_messages.ts";
import { passQuestions } from "./_pass-questions.ts";
import { createProgressReport } from "./_progress-report.ts";
import { projectResult } from "./_project-result.ts";
import { defaultAskTimeout, type McpServerOptions } from "./create-mcp-server.ts";

/** Answers a call at once, or says by undefined that it is the SDK's; nothing was done then. */
export type AnswerDirectly = (message: JSONRPCMessage, signal: AbortSignal) => Promise<JSONRPCMessage> | undefined;

/**
 * Calls of an initialized client of 2025, answered without the SDK's checks and copies of what is well-formed already:
 * those whose tool is known and changes nothing about what is listed.
 */
export function directStdio(session: Session, server: Server, options: McpServerOptions): AnswerDirectly {
  const { structured, elicits = true, askTimeout = defaultAskTimeout, expose } = options;
  const send = server.request.bind(server);
  const notify = server.notification.bind(server);

  async function answer(id: RequestId, params: CallParams, signal: AbortSignal): Promise<JSONRPCMessage> {
    const asks = elicits && showsForms(server.getClientCapabilities());
    const approve: Approve | undefined = asks ? askAtOnce(session, { send, signal }, askTimeout).approve : undefined;
    const progress = createProgressReport({ _meta: params._meta, notify });
    const endQuestions = passQuestions(session, send, server.getClientCapabilities(), askTimeout);
    const calling = callTool(session, params, { signal, approve, onProgress: progress?.report }, structured);
    const result = await calling.finally(() => {
      endQuestions();
      progress?.finish();
    });
    return { jsonrpc: "2.0", id, result: projectResult(server, session, params.name, result) };
  }

  return (message, signal) => {
    if (!("method" in message) || !("id" in message) || message.method !== "tools/call") return undefined;
    const version = server.getNegotiatedProtocolVersion();
    if (version === undefined || version >= "2026") return undefined;
    const params = readCall(message.params);
    if (!params || !session.registry.get(params.name) || expose) return undefined;
    return answer(message.id, params, signal);
  };
}

interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
  readonly _meta?: { readonly progressToken?: ProgressToken };
}

function readCall(params: unknown): CallParams | undefined {
  const { name, arguments: input, _meta, ...rest } = Object(params) as Record<string, unknown>;
  if (typeof name !== "string" || Object.keys(rest).length > 0) return undefined;
  if (input !== undefined && !isObject(input)) return undefined;
  if (_meta !== undefined && !(isObject(_meta) && isToken(_meta.progressToken))) return undefined;
  return { name, ...(input && { arguments: input }), ...(_meta && { _meta }) };
}

const isToken = (value: unknown) => value === undefined || typeof value === "string" || Number.isInteger(value);
