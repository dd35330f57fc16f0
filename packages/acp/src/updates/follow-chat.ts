import type { ClientCapabilities, SessionUpdate } from "@agentclientprotocol/sdk";
import type { Chat, ChatEvent } from "@holdall/chat";
import type { AcpModel } from "../host.ts";
import type { Sender } from "./sender.ts";
import type { ToolCalls } from "./tool-calls.ts";

interface Following {
  readonly sender: Sender;
  readonly calls: ToolCalls;
  readonly capabilities: ClientCapabilities;
  readonly model: AcpModel;
  /** The conversation, once it is open. */
  readonly chat: () => Pick<Chat, "fill" | "tokens"> | undefined;
  /** A call has ended, which may have changed the mode. */
  readonly onCallEnd: () => void;
}

/** Sends what happens in a conversation. */
export function followChat({ sender, calls, capabilities, model, chat, onCallEnd }: Following) {
  let messageId = crypto.randomUUID();
  const note = (text: string, severity: "info" | "error" = "info") => sender.send(noteOf(text, severity, capabilities));
  return {
    note,
    onEvent(event: ChatEvent): void {
      switch (event.type) {
        case "text":
          return sender.send({
            sessionUpdate: "agent_message_chunk",
            messageId,
            content: { type: "text", text: event.text },
          });
        case "text-end":
          messageId = crypto.randomUUID();
          return;
        case "tool":
          calls.follow(event.event);
          if (event.event.type === "call-end") onCallEnd();
          return;
        case "usage":
          return sender.send(usageOf(model, chat()));
        case "note":
          return note(event.text);
        case "problem":
          return note(
            [event.what === undefined ? "" : `${event.what}: `, event.error.message, event.error.hint ? ` ${event.error.hint}` : ""].join(""),
            "error",
          );
        case "compaction": {
          const { before, after } = event.compaction.tokens;
          const text = `The conversation was compacted from about ${before} to ${after} tokens.`;
          if (!capabilities.session?.compaction) return note(text);
          return sender.send({
            sessionUpdate: "compaction_update",
            compactionId: crypto.randomUUID(),
            status: "completed",
            summary: [{ type: "text", text }],
          });
        }
        case "turn-start":
          return;
      }
    },
  };
}

/** A sentence for the person: a notice where the client shows these, a thought beside the answer elsewhere. */
function noteOf(text: string, severity: "info" | "error", { session }: ClientCapabilities): SessionUpdate {
  if (session?.notices) return { sessionUpdate: "notice", severity, title: text };
  return { sessionUpdate: "agent_thought_chunk", messageId: crypto.randomUUID(), content: { type: "text", text: `${text}\n` } };
}

function usageOf(model: AcpModel, chat: Pick<Chat, "fill" | "tokens"> | undefined): SessionUpdate {
  const cost = chat && model.cost?.(chat.tokens());
  return {
    sessionUpdate: "usage_update",
    used: Math.round((chat?.fill() ?? 0) * model.window),
    size: model.window,
    ...(cost !== undefined && { cost: { amount: cost, currency: "USD" } }),
  };
}
