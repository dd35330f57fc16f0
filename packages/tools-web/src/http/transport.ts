import { ToolError } from "@holdall/tool-core";
import type { SafeUrl } from "../client/safe-url.ts";
import type { WebRequest } from "../client/web-client.ts";
import { flatHeaders } from "./headers.ts";

/** One hop. */
export interface Outgoing {
  readonly method: NonNullable<WebRequest["method"]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Bytes that no stage of decoding may exceed by much. */
  readonly maxBytes: number;
}

export interface Incoming {
  readonly status: number;
  /** Names in lower case; `set-cookie` left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded. Stopping early releases the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Discard a body that is not read; the connection is kept if little is left. */
  discard(): void;
}

/** What sends one hop, and follows nothing by itself. */
export interface Transport {
  readonly checked: "addresses" | "literals";
  send(url: SafeUrl, request: Outgoing): Promise<Incoming>;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Send with a provided `fetch`. Where names lead stays unknown, so only literal addresses are checked. */
export function openFetchTransport(fetch: Fetch): Transport {
  return {
    checked: "literals",
    async send(url, { method, headers, body, signal }) {
      const init: RequestInit = { method, headers, signal, redirect: "manual", credentials: "omit" };
      const answer = await fetch(url, { ...init, ...(body !== undefined && { body: body as BodyInit }) });
      if (answer.type === "opaqueredirect") {
        throw new ToolError("unsupported", `${url} redirects, and a browser does not reveal the target.`, {
          hint: "Request the URL it redirects to, or ask the user to run this tool outside a browser.",
        });
      }
      return {
        status: answer.status,
        headers: flatHeaders(Object.fromEntries(answer.headers)),
        body: chunksOf(answer.body),
        discard: () => void answer.body?.cancel().catch(() => {}),
      };
    },
  };
}

/** Not every browser can iterate a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Read a body up to a number of bytes, copied at most once. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const kept: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  for await (const chunk of chunks) {
    const room = maxBytes - size;
    truncated = chunk.length > room;
    kept.push(truncated ? chunk.subarray(0, room) : chunk);
    size += Math.min(chunk.length, room);
    if (truncated) break;
  }
  return { body: kept.length === 1 ? kept[0]! : joined(kept, size), truncated };
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
