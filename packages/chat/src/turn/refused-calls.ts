import { contentText, type Session } from "@holdall/tool-core";
import type { ModelMessage } from "ai";

/** A call that the SDK did not make: its arguments are no JSON, or it has no tool of that name. */
export interface RefusedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/**
 * Make the calls in the session, which says what is wrong with them as in every host, shows them and writes them down. Returns
 * the messages with its answers in place of the SDK's.
 */
export async function answerRefused<M extends ModelMessage>(
  session: Session,
  refused: readonly RefusedCall[],
  messages: readonly M[],
  signal: AbortSignal,
): Promise<M[]> {
  const outputs = new Map<string, { readonly type: "text" | "error-text"; readonly value: string }>();
  for (const { toolCallId: callId, toolName, input } of refused) {
    const { ok, content } = await session.call(toolName, input, { callId, signal });
    outputs.set(callId, { type: ok ? "text" : "error-text", value: contentText(content) });
  }
  return messages.map((message) => {
    if (message.role !== "tool") return message;
    const content = message.content.map((part) => {
      const output = part.type === "tool-result" ? outputs.get(part.toolCallId) : undefined;
      return output ? { ...part, output } : part;
    });
    return { ...message, content };
  });
}
