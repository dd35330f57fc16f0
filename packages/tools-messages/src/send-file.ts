import { type Access, type Tool, ToolError, toPath } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import { defineFileTool, workspaceOf } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { setQuestion } from "./ask-messages.ts";
import { channelOf, type MessageToolsOptions } from "./options.ts";
import { openOutbox } from "./outbox/outbox.ts";
import { fileName, mediaTypeOf } from "./send/file-name.ts";
import { renderState } from "./send/render-receipt.ts";
import { sendToChannel } from "./send/send-to-channel.ts";
import { readableBytes, visible } from "./send/text.ts";

const input = z.object({
  path: z.string(),
  channel: z.string().optional(),
  caption: z.string().optional(),
  again: z.boolean().optional().describe("Send once more"),
});
export type SendFileInput = z.infer<typeof input>;

const output = z.object({
  channel: z.string(),
  path: z.string(),
  id: z.string().optional(),
  state: z.enum(["draft", "sending", "sent", "partly", "rejected", "unknown"]),
  sha256: z.string(),
  bytes: z.number(),
  why: z.string().optional(),
  server_id: z.string().optional(),
  at: z.string().optional(),
  retry_after: z.number().optional(),
});
export type SendFileOutput = z.infer<typeof output>;

/** Send a file to a configured channel that takes files, once. */
export function sendFile(options: MessageToolsOptions): Tool<SendFileInput, SendFileOutput, "send_file"> {
  const { channels = [] } = options;
  const outbox = openOutbox(options.outbox);
  return defineFileTool(options, {
    name: "send_file",
    category: "messages",
    description: "Send a file to a channel.",
    examples: ["send the report to ops", "share this file on Discord"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    aliases: {
      names: ["upload_file", "share_file"],
      params: { file: "path", file_path: "path", text: "caption", message: "caption", comment: "caption" },
    },
    previews: true,
    async access(call, at) {
      const { cwd } = at;
      const channel = channelOf(channels, call.channel);
      const path = toPath(call.path, cwd);
      // What cannot be looked at is refused by the call itself, with its own error.
      const stat = await workspaceOf(at, options.backend)
        .stat(path, { version: true, judged: () => true })
        .catch(() => null);
      const version = stat?.version ?? undefined;
      const size = stat?.size === undefined ? "" : `, ${readableBytes(stat.size)}`;
      const caption = call.caption === undefined ? "" : `\n${visible(call.caption)}`;
      const repeated = call.again ? ", again" : "";
      setQuestion(
        call,
        `Send the file ${visible(path)}${size} to ${channel.name} (${channel.kind})${repeated}${caption}`,
      );
      const same = version === undefined ? {} : { version };
      const accesses: Access[] = [
        { action: "read", target: path, ...same },
        { action: "message", target: `${channel.kind}:${channel.name}`, ...same },
      ];
      return { accesses, prepared: { askedVersion: version } };
    },
    async execute(call, ctx, { backend }, { askedVersion }) {
      const channel = channelOf(channels, call.channel);
      const path = toPath(call.path, ctx.cwd);
      if (channel.limits.files === 0)
        channel.prepare({ text: "", file: { name: "", mediaType: "", bytes: new Uint8Array() } });
      const { fileBytes } = channel.limits;
      const size = (await backend.stat(path, { signal: ctx.signal }))?.size ?? 0;
      if (size > fileBytes) throw tooLarge(path, size, channel.name, fileBytes);
      const { bytes, version } = await backend.read(path, { signal: ctx.signal });
      if (bytes.length > fileBytes) throw tooLarge(path, bytes.length, channel.name, fileBytes);
      if (askedVersion !== undefined && askedVersion !== version)
        throw new ToolError("stale", `${path} has changed since approval to send it was requested. Nothing was sent.`, {
          hint: "Call again to request approval for the current file.",
          data: { path },
        });
      const name = fileName(path);
      const message = { text: call.caption ?? "", file: { name, mediaType: mediaTypeOf(name), bytes } };
      const { parts: _, ...sent } = await sendToChannel(
        { outbox, channel, message, again: call.again ?? false },
        options,
        ctx,
      );
      return { ...sent, path, sha256: await sha256Hex(bytes), bytes: bytes.length };
    },
    render: ({ channel, path, state, why, retry_after }) =>
      `${path}: ${renderState({ state, why, to: channel })}${retry_after === undefined ? "" : ` Wait ${retry_after} seconds.`}`,
  });
}

const tooLarge = (path: string, size: number, channel: string, max: number) =>
  new ToolError("too_large", `${path} has ${size} bytes; the limit of ${channel} is ${max}.`, {
    hint: "Send a smaller file, or a part of it.",
    data: { path, size, max },
  });
