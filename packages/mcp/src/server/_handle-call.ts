import type { Progress, Session } from "@holdall/tool-core";
import { answerWith } from "@holdall/tools-interact/port";
import type {
  CallToolRequest,
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from "@modelcontextprotocol/server";
import { askClient } from "../input/_ask-client.ts";
import { type Channel, channelsKey } from "../input/_channel.ts";
import { openChannel } from "../input/_open-channel.ts";
import { passQuestions } from "../input/_pass-questions.ts";
import { createProgressReport } from "../results/_progress-report.ts";
import { projectResult } from "../results/_project-result.ts";
import type { Structured } from "../results/structured.ts";
import { callTool } from "./_call-tool.ts";
import { logProgress } from "./_log-progress.ts";
import { type CallTrace, traceOf } from "./call-trace.ts";

export interface CallHandling {
  readonly structured: Structured | undefined;
  readonly elicits: boolean;
  readonly askTimeout: number;
  readonly logs: boolean;
  readonly trace: CallTrace | undefined;
}

/** Run a tools/call in a session, with the ways to the client that its revision has. */
export async function handleCall(
  server: Server,
  session: Session,
  { params }: CallToolRequest,
  ctx: ServerContext,
  { structured, elicits, askTimeout, logs, trace }: CallHandling,
): Promise<CallToolResult | InputRequiredResult> {
  const { mcpReq } = ctx;
  const { name } = params;
  const declared = server.getClientCapabilities();
  const channel = await openChannel({ session, method: "tools/call", name }, ctx, declared, askTimeout);
  const asking = elicits ? askClient(session, channel) : undefined;
  const callId = crypto.randomUUID();
  const progress = createProgressReport(mcpReq);
  const log = logs && !progress ? logProgress(session, name, mcpReq.notify) : undefined;
  const ends = [
    passQuestions(session, mcpReq.send, mcpReq.envelope ? undefined : declared, askTimeout),
    asking && answerWith(session, asking, { callId }),
    openFor(session, callId, channel),
    () => void progress?.finish(),
  ];
  const onProgress = (step: Progress) => {
    progress?.report(step);
    log?.(step);
  };
  const options = { callId, signal: channel.signal, approve: asking?.approve, onProgress };
  const run = () => callTool(session, params, options, structured);
  const carrier = trace && traceOf(mcpReq._meta);
  const calling = trace && carrier ? trace(carrier, run) : run();
  const result = await calling.finally(() => {
    for (const end of ends) end?.();
  });
  return channel.question() ?? projectResult(server, session, name, result);
}

function openFor({ state }: Session, callId: string, channel: Channel): () => void {
  const open = state(channelsKey);
  open.set(callId, channel);
  return () => void open.delete(callId);
}
