import { type ToolContext, ToolError } from "@holdall/tool-core";
import type { ClientCapabilities, InputRequests } from "@modelcontextprotocol/server";
import { type Channel, channelsKey, type InputAnswers } from "./_channel.ts";

type CallContext = Pick<ToolContext, "callId" | "state" | "signal">;

/**
 * Ask the MCP client of a tool's call for forms (`elicitation/create`), the answer of a model (`sampling/createMessage`) or its
 * folders (`roots/list`). Resolves to the client's results, by the keys of the requests, unchecked. A client up to 2025-11-25 is
 * asked while the call waits. With 2026-07-28 the call ends with the requests and is executed again with the answers, from the
 * beginning: ask before the first effect, under keys that stay the same. A capability that the client has not declared fails
 * the call. Throws `unsupported` outside of MCP.
 */
export function requestInput({ callId, state, signal }: CallContext, requests: InputRequests): Promise<InputAnswers> {
  const channel = channelOf({ callId, state });
  if (channel) return channel.request(requests, signal);
  throw new ToolError(
    "unsupported",
    "This call does not come from an MCP client, so that nothing can be asked of one.",
    {
      hint: "Continue without it, or tell the user to make the call through an MCP client.",
    },
  );
}

/** Get the capabilities that the MCP client of a call has declared; undefined outside of MCP. */
export const clientCapabilities = (ctx: Pick<CallContext, "callId" | "state">): ClientCapabilities | undefined =>
  channelOf(ctx)?.capabilities;

/** The call's own channel. A call that another one makes uses that of the only call there is. */
function channelOf({ callId, state }: Pick<CallContext, "callId" | "state">): Channel | undefined {
  const open = state(channelsKey);
  return open.get(callId) ?? (open.size === 1 ? [...open.values()][0] : undefined);
}
