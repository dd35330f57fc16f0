import type { ToolContext } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { Channel, Message } from "../channels/channel.ts";
import type { MessageToolsOptions } from "../options.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { sendOnce } from "../outbox/send-once.ts";
import { randomHex } from "./random-hex.ts";
import { receiptOf } from "./render-receipt.ts";

/** Send a message to a channel once: through the outbox, or, in a dry run, not at all. */
export async function sendToChannel(
  {
    outbox,
    channel,
    message,
    again,
  }: { readonly outbox: Outbox; readonly channel: Channel; readonly message: Message; readonly again: boolean },
  { now = () => new Date(), newId = () => randomHex(6), perHour = 10 }: MessageToolsOptions,
  { dryRun, signal }: Pick<ToolContext, "dryRun" | "signal">,
) {
  const prepared = channel.prepare(message);
  const { text, thread, file } = message;
  const content = await sha256Hex(
    JSON.stringify([text, thread ?? null, file ? [file.name, await sha256Hex(file.bytes)] : null]),
  );
  const target = `${channel.kind}:${channel.name}`;
  const parts = prepared.parts.length;
  if (dryRun) return { channel: channel.name, state: "draft" as const, sha256: content, parts };
  signal.throwIfAborted();
  const id = `m_${newId()}`;
  const key = await sha256Hex(JSON.stringify([target, content]));
  const kind = file ? "file" : "message";
  await outbox.create({
    id,
    kind,
    state: "draft",
    recipients: [target],
    sha256: content,
    key,
    created: now().toISOString(),
  });
  let retry: number | undefined;
  const entry = await sendOnce({ outbox, id, again, perHour, now }, async () => {
    const receipt = await channel.send(prepared, { key: id });
    retry = receipt.retryAfter;
    return receipt;
  });
  return { channel: channel.name, ...receiptOf(entry), parts, ...(retry !== undefined && { retry_after: retry }) };
}
