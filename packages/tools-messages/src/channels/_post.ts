import { ToolError } from "@holdall/tool-core";
import { redactSecrets } from "../send/secrets.ts";
import { oneLine } from "../send/text.ts";
import type { Channel, MessageClient, Prepared, Receipt } from "./channel.ts";

/** One request of a channel. */
export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: string | Uint8Array;
}

/** Reads the answer of a service: an id, or why it was rejected. `undefined` for an answer that is not in its form. */
export type ReadAnswer = (answer: unknown) => Pick<Receipt, "id"> | { readonly rejected: string } | undefined;

/** Further tries, and only while surely nothing has left. */
const maxRetries = 2;

/** Codes with which no connection was made, so that nothing can have been sent. */
const notConnected =
  /^(ENOTFOUND|EAI_|ENODATA|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Post once. Whatever the way to the web says is put in words of our own, because its errors name the URL. */
export async function post(
  client: MessageClient,
  { url, headers = {}, body }: Post,
  read: ReadAnswer,
  holder: object,
): Promise<Receipt> {
  for (let retries = 0; ; retries++) {
    let answer: Awaited<ReturnType<MessageClient["request"]>>;
    try {
      answer = await client.request(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        timeout: 30_000,
        maxBytes: 100_000,
        maxAge: 0,
        redirects: "none",
        robots: false,
      });
    } catch (error) {
      const reason = ToolError.is(error) ? String(error.data?.reason ?? "") : "";
      if (notConnected.test(reason)) {
        if (retries < maxRetries) continue;
        return { state: "rejected", why: `no connection could be made (${reason}); nothing was sent` };
      }
      if (ToolError.is(error) && (error.code === "permission_denied" || error.code === "invalid_input"))
        return { state: "rejected", why: "its address is not allowed; nothing was sent" };
      return { state: "unknown", why: "the connection closed before a response arrived" };
    }
    return receiptOf(answer, read, holder);
  }
}

function receiptOf(
  { status, headers, body }: Awaited<ReturnType<MessageClient["request"]>>,
  read: ReadAnswer,
  holder: object,
): Receipt {
  const value = parsed(new TextDecoder().decode(body));
  if (status === 429)
    return { state: "rejected", why: "the service is rate limiting (HTTP 429)", retryAfter: waitOf(headers, value) };
  if (status === 408 || status >= 500 || status < 200)
    return { state: "unknown", why: `the service failed (HTTP ${status})` };
  if (status >= 300) {
    const said = read(value);
    const words = said && "rejected" in said ? `: ${oneLine(redactSecrets(said.rejected, holder))}` : "";
    return { state: "rejected", why: `the service rejected it (HTTP ${status})${words}` };
  }
  const said = read(value);
  if (!said) return { state: "unknown", why: "the response does not have the documented form" };
  if ("rejected" in said)
    return { state: "rejected", why: `the service rejected it: ${oneLine(redactSecrets(said.rejected, holder))}` };
  return { state: "sent", ...(said.id !== undefined && { id: oneLine(redactSecrets(said.id, holder), 100) }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function waitOf(headers: Readonly<Record<string, string>>, value: unknown): number | undefined {
  const inBody = fieldOf(value, "retry_after") ?? fieldOf(fieldOf(value, "parameters"), "retry_after");
  const seconds = Number(inBody ?? headers["retry-after"]);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(Math.min(seconds, 86_400)) : undefined;
}

export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

/** Post every part after the other; the first that does not surely arrive is the last. */
export async function postParts(
  { parts }: Prepared,
  send: (part: string, index: number) => Promise<Receipt>,
): Promise<Receipt> {
  let last: Receipt = { state: "sent" };
  for (const [index, part] of parts.entries()) {
    const receipt = await send(part, index);
    if (receipt.state !== "sent") {
      if (index === 0) return receipt;
      const state = receipt.state === "rejected" ? "partly" : receipt.state;
      return { ...receipt, state, why: `${receipt.why ?? "it ended"}; ${index} of ${parts.length} parts arrived` };
    }
    last = receipt;
  }
  return last;
}

/** Throws `invalid_input` for a name that rules could not name. */
export function checkChannelName(name: string): string {
  if (/^[\w.-]{1,64}$/.test(name)) return name;
  throw new ToolError("invalid_input", `"${oneLine(name, 80)}" cannot be the name of a channel.`, {
    hint: "Use up to 64 letters, digits, dots, _ and -.",
  });
}

export const noFiles = (channel: Pick<Channel, "name" | "kind">) =>
  new ToolError("unsupported", `${channel.name} (${channel.kind}) does not accept files.`, {
    hint: "Send text with {send_message}, or use another channel.",
  });
