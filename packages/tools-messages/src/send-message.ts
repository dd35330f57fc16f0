import { defineTool, type Tool } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import * as z from "zod";
import { setQuestion } from "./ask-messages.ts";
import { channelOf, type MessageToolsOptions } from "./options.ts";
import { openOutbox } from "./outbox/outbox.ts";
import { renderState } from "./send/render-receipt.ts";
import { sendToChannel } from "./send/send-to-channel.ts";
import { visible } from "./send/text.ts";

const input = z.object({
  text: z.string().refine((text) => text !== "", "must not be empty"),
  channel: z.string().optional(),
  thread: z
    .string()
    .refine((id) => id.length <= 200, "must have 200 characters at most")
    .optional()
    .describe("Id to reply to"),
  split: z.boolean().optional().describe("Send long text in parts"),
  again: z.boolean().optional().describe("Send once more"),
});
export type SendMessageInput = z.infer<typeof input>;

const output = z.object({
  channel: z.string(),
  id: z.string().optional(),
  state: z.enum(["draft", "sending", "sent", "partly", "rejected", "unknown"]),
  sha256: z.string(),
  parts: z.number(),
  why: z.string().optional(),
  server_id: z.string().optional(),
  at: z.string().optional(),
  retry_after: z.number().optional(),
});
export type SendMessageOutput = z.infer<typeof output>;

/** Send a text to a configured channel, once. */
export function sendMessage(options: MessageToolsOptions): Tool<SendMessageInput, SendMessageOutput, "send_message"> {
  const { channels = [] } = options;
  const outbox = openOutbox(options.outbox);
  return defineTool({
    name: "send_message",
    category: "messages",
    description: `Send a text to a channel${channels.length > 0 ? `: ${channels.map(({ name }) => name).join(", ")}` : ""}.`,
    examples: ["tell the team on Slack", "post the result in ops", "notify me when it is done"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    aliases: {
      names: ["notify", "post_message", "send_notification"],
      params: { message: "text", content: "text", body: "text", channel_name: "channel", thread_ts: "thread" },
    },
    previews: true,
    async access(call) {
      const channel = channelOf(channels, call.channel);
      const { text, thread } = call;
      const where = `${channel.name} (${channel.kind})${thread === undefined ? "" : `, thread ${visible(thread)}`}`;
      setQuestion(call, `Send a message to ${where}${call.again ? ", again" : ""}:\n${visible(text)}`);
      return [{ action: "message", target: `${channel.kind}:${channel.name}`, version: await sha256Hex(text) }];
    },
    execute({ channel: name, text, thread, split, again = false }, ctx) {
      const channel = channelOf(channels, name);
      return sendToChannel({ outbox, channel, message: { text, thread, split }, again }, options, ctx);
    },
    render: ({ channel, state, why, retry_after }) =>
      renderState({ state, why, to: channel }) + (retry_after === undefined ? "" : ` Wait ${retry_after} seconds.`),
  });
}
