import type { Access } from "@holdall/tool-core";

/** One exchange: what is asked, and how much of the answer is wanted. */
export interface WebRequest {
  readonly method?: "GET" | "HEAD" | "POST" | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Decoded bytes after which reading stops. 10,000,000 by default. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds for the whole exchange: waiting for its turn, redirects and body included. 30,000 by default. */
  readonly timeout?: number | undefined;
  /** Redirects to follow: those that stay on the host (the default), any, or none. At most five. */
  readonly redirects?: "same-host" | "any" | "none" | undefined;
  /** Asked before every hop to an origin that the call has not named: `ctx.require`. */
  readonly require?: ((access: Access) => Promise<void>) | undefined;
  /** Ask the host's robots.txt first (RFC 9309). What the client was opened with by default. */
  readonly robots?: boolean | undefined;
  /**
   * Milliseconds: how old a kept answer may be, for clients that keep any. 900,000 by default, and less where the server
   * says so; 0 asks the server; `Infinity` takes what is kept, so that later pages belong to the first.
   */
  readonly maxAge?: number | undefined;
}

/** What came back. A status of 404 or 500 is an answer; only what gives none throws. */
export interface WebAnswer {
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; `set-cookie` left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded: no content encoding is left. */
  readonly body: Uint8Array;
  /** Reading stopped at `maxBytes`; more would have come. */
  readonly truncated: boolean;
  /** URLs that led here, the one asked first; empty without redirects. */
  readonly hops: readonly string[];
  /** A redirect that was told and not followed. */
  readonly redirect?: { readonly to: string; readonly reason: string } | undefined;
  /** How far the address could be checked: browsers and the edge cannot look names up. */
  readonly checked: "addresses" | "literals";
  /** Since when the answer is kept, in milliseconds since 1970; absent when the server has just given or confirmed it. */
  readonly keptSince?: number | undefined;
}

/** The one way of this package to the network: every URL is checked, every hop again. */
export interface WebClient {
  /** @throws ToolError `permission_denied`, `unavailable`, `timeout`, `aborted`, `too_large`, `unsupported` or `invalid_input`. */
  request(url: string, request?: WebRequest): Promise<WebAnswer>;
  /**
   * The URL as it would be asked for. Throws what `request` throws for its text alone: a host that is never asked needs nobody's
   * approval.
   */
  check?(url: string): string;
}
