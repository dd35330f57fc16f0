import type { Progress, Session } from "@holdall/tool-core";
import { answerWith } from "@holdall/tools-interact/port";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { showsApps } from "../apps/_serve-app.ts";
import type { AppSource } from "../apps/app-source.ts";
import { askClient } from "../input/_ask-client.ts";
import { type Channel, channelsKey } from "../input/_channel.ts";
import type { Structured } from "../results/structured.ts";
import { followBackground } from "../tasks/_follow-background.ts";
import { type CallParams, callTool } from "./_call-tool.ts";

/** How calls are made, for a request or for a task. */
export interface CallWays {
  readonly structured: Structured | undefined;
  readonly elicits: boolean;
  /** For clients that show pages. */
  readonly app?: AppSource | undefined;
}

/** What one call has besides its arguments. */
export interface CallPlace {
  readonly channel: Channel;
  readonly onProgress: (progress: Progress) => void;
  /** True if the result is that of the work which the call begins in the background. */
  readonly follows: boolean;
}

/** Call a tool that may ask its client. Rejects with a ProtocolError for an unknown tool name. */
export async function makeCall(
  session: Session,
  params: CallParams,
  { channel, onProgress, follows }: CallPlace,
  { structured, elicits, app }: CallWays,
): Promise<CallToolResult> {
  const { signal } = channel;
  const asking = elicits ? askClient(session, channel) : undefined;
  const callId = crypto.randomUUID();
  const open = session.state(channelsKey);
  open.set(callId, channel);
  const endAsking = asking && answerWith(session, asking, { callId });
  try {
    const options = { callId, signal, approve: asking?.approve, onProgress };
    const follow = follows ? followBackground(session, { signal, onProgress }) : undefined;
    return await callTool(session, params, options, structured, {
      follow,
      app: showsApps(channel.capabilities) ? app : undefined,
    });
  } finally {
    open.delete(callId);
    endAsking?.();
  }
}
