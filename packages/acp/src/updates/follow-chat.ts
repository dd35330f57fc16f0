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
  let [messageId, thoughtId] = [crypto.randomUUID(), crypto.randomUUID()];
  const noteOf = (text: string, severity: "info" | "error" = "info") => noteUpdate(text, severity, capabilities);
  const updateOf = (event: Exclude<ChatEvent, { type: "tool" }>): SessionUpdate | undefined => {
    switch (event.type) {
      case "text":
        return { sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text: event.text } };
      case "reasoning":
        return {
          sessionUpdate: "agent_thought_chunk",
          messageId: thoughtId,
          content: { type: "text", text: event.text },
        };
      case "usage":
        return usageOf(model, chat());
      case "note":
        return noteOf(event.text);
      case "problem": {
        const { what, error } = event;
        return noteOf(`${what === undefined ? "" : `${what}: `}${error.message} ${error.hint ?? ""}`.trim(), "error");
      }
      case "compaction":
        return compactionOf(event.compaction.tokens, capabilities);
      default:
        return undefined;
    }
  };
  return {
    note: (text: string, severity?: "info" | "error") => sender.send(noteOf(text, severity)),
    onEvent(event: ChatEvent): void {
      if (event.type === "tool") {
        calls.follow(event.event);
        if (event.event.type === "call-end") onCallEnd();
        return;
      }
      const update = updateOf(event);
      if (update) sender.send(update);
      if (event.type === "text-end") messageId = crypto.randomUUID();
      if (event.type === "reasoning-end") thoughtId = crypto.randomUUID();
    },
  };
}

/** A sentence for the person: a notice where the client shows these, a thought beside the answer elsewhere. */
function noteUpdate(text: string, severity: "info" | "error", { session }: ClientCapabilities): SessionUpdate {
  if (session?.notices) return { sessionUpdate: "notice", severity, title: text };
  const content = { type: "text", text: `${text}\n` } as const;
  return { sessionUpdate: "agent_thought_chunk", messageId: crypto.randomUUID(), content };
}

function compactionOf(tokens: { before: number; after: number }, capabilities: ClientCapabilities): SessionUpdate {
  const text = `The conversation was compacted from about ${tokens.before} to ${tokens.after} tokens.`;
  if (!capabilities.session?.compaction) return noteUpdate(text, "info", capabilities);
  return {
    sessionUpdate: "compaction_update",
    compactionId: crypto.randomUUID(),
    status: "completed",
    summary: [{ type: "text", text }],
  };
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
