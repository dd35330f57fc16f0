import type { SafeUrl } from "../safe-url.ts";
import type { WebRequest } from "../web-client.ts";

/** One hop. */
export interface Outgoing {
  readonly method: NonNullable<WebRequest["method"]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
  /** Bytes that no stage of decoding may exceed by much. */
  readonly maxBytes: number;
}

export interface Incoming {
  readonly status: number;
  /** Names in lower case; `set-cookie` left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded. Whoever stops reading early lets go of the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Let go of a body that nobody will read; the connection is kept when little is left of it. */
  discard(): void;
}

/** What sends one hop, and follows nothing by itself. */
export interface Transport {
  readonly checked: "addresses" | "literals";
  send(url: SafeUrl, request: Outgoing): Promise<Incoming>;
}
