import { fromBase64, toBase64 } from "@holdall/tool-kit";
import { withSecrets } from "../send/secrets.ts";
import { checkChannelName, fieldOf, post, postParts, textOf } from "./_post.ts";
import { prepareParts } from "./_prepare-parts.ts";
import type { Channel, MessageClient } from "./channel.ts";

export interface WebhookChannelOptions {
  /** The name that models use. */
  readonly name: string;
  readonly client: MessageClient;
  readonly url: string;
  /** Signs every message: `whsec_` and base64, or any text. */
  readonly secret: string;
  /** Seconds since 1970, for tests. */
  readonly now?: (() => number) | undefined;
}

/**
 * A webhook of your own: JSON with `id`, `text`, `thread`, `part`, `parts` and `file` (`name`, `media_type`, base64 `content`). Signed as Standard Webhooks say
 * (`webhook-id`, `webhook-timestamp`, `webhook-signature`: HMAC-SHA256), with an `Idempotency-Key`. 100,000 characters, one file of 5 MB.
 */
export function webhookChannel({ client, url, secret, now = seconds, ...options }: WebhookChannelOptions): Channel {
  const name = checkChannelName(options.name);
  const made: Channel = {
    name,
    kind: "webhook",
    limits: { text: 100_000, files: 1, fileBytes: 5_000_000 },
    prepare: (message) => prepareParts(message, { channel: name, max: 100_000 }),
    send: (prepared, { key }) =>
      postParts(prepared, async (text, index) => {
        const { thread, file } = prepared.message;
        const id = prepared.parts.length > 1 ? `${key}-${index + 1}` : key;
        const body = JSON.stringify({
          id,
          text,
          ...(thread !== undefined && { thread }),
          ...(prepared.parts.length > 1 && { part: index + 1, parts: prepared.parts.length }),
          ...(file &&
            index === 0 && { file: { name: file.name, media_type: file.mediaType, content: toBase64(file.bytes) } }),
        });
        const timestamp = String(now());
        const headers = {
          "idempotency-key": id,
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": `v1,${await signature(secret, `${id}.${timestamp}.${body}`)}`,
        };
        return post(client, { url, headers, body }, (answer) => ({ id: textOf(fieldOf(answer, "id")) }), made);
      }),
  };
  return withSecrets(made, url, secret);
}

const seconds = () => Math.floor(Date.now() / 1000);

async function signature(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const bytes = secret.startsWith("whsec_") ? fromBase64(secret.slice("whsec_".length)) : encoder.encode(secret);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))));
}
