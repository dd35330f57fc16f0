import type { Progress, Session } from "@holdall/tool-core";
import type {
  CallToolRequest,
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from "@modelcontextprotocol/server";
import { openChannel } from "../input/_open-channel.ts";
import { passQuestions } from "../input/_pass-questions.ts";
import { createProgressReport } from "../results/_progress-report.ts";
import { projectResult } from "../results/_project-result.ts";
import { type CallTasks, callAsTask } from "../tasks/_call-as-task.ts";
import { logProgress } from "./_log-progress.ts";
import { type CallWays, makeCall } from "./_make-call.ts";
import { type CallTrace, traceOf } from "./call-trace.ts";

export interface CallHandling extends CallWays {
  readonly askTimeout: number;
  readonly logs: boolean;
  readonly trace: CallTrace | undefined;
  readonly tasks: CallTasks | undefined;
}

/** Run a tools/call in a session, with the ways to the client that its revision has. */
export async function handleCall(
  server: Server,
  session: Session,
  { params }: CallToolRequest,
  ctx: ServerContext,
  handling: CallHandling,
): Promise<CallToolResult | InputRequiredResult> {
  const { mcpReq } = ctx;
  const { name } = params;
  const { askTimeout, logs, trace, tasks } = handling;
  const declared = server.getClientCapabilities();
  const channel = await openChannel({ session, method: "tools/call", name }, ctx, declared, askTimeout);
  const progress = createProgressReport(mcpReq);
  const log = logs && !progress ? logProgress(session, name, mcpReq.notify) : undefined;
  const endQuestions = passQuestions(session, mcpReq.send, mcpReq.envelope ? undefined : declared, askTimeout);
  const onProgress = (step: Progress) => {
    progress?.report(step);
    log?.(step);
  };
  const carrier = trace && traceOf(mcpReq._meta);
  const traced = <T>(run: () => Promise<T>) => (trace && carrier ? trace(carrier, run) : run());
  try {
    if (tasks && mcpReq.envelope)
      return await callAsTask(session, params, { channel, onProgress, traced }, handling, tasks);
    const result = await traced(() => makeCall(session, params, { channel, onProgress, follows: false }, handling));
    return channel.question() ?? projectResult(server, session, name, result);
  } finally {
    endQuestions();
    void progress?.finish();
  }
}
