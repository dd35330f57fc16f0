import type { Access } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";

/** A request, and how much of the response is wanted. */
export interface WebRequest {
  readonly method?: "GET" | "HEAD" | "POST" | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Decoded bytes after which reading stops; 10,000,000 by default. */
  readonly maxBytes?: number | undefined;
  /** The time limit of the whole exchange in milliseconds, including rate limiting, redirects and body; 30,000 by default. */
  readonly timeout?: number | undefined;
  /** Redirects to follow: those that stay on the host (the default), any, or none. Up to five. */
  readonly redirects?: "same-host" | "any" | "none" | undefined;
  /** Called before every hop to an origin that the call did not name: `ctx.require`. */
  readonly require?: ((access: Access) => Promise<void>) | undefined;
  /** Check the host's robots.txt first (RFC 9309). Defaults to the setting of the client. */
  readonly robots?: boolean | undefined;
  /**
   * The maximum age of a cached response in milliseconds, for clients with a cache; 900,000 by default, and less if the server
   * says so. 0 asks the server; `Infinity` uses the cached response, so that later pages match the first.
   */
  readonly maxAge?: number | undefined;
  /**
   * What `secret:NAME` in headers, body and query stands for. The value is put in for each hop that its user has named for it;
   * answers, caches and errors keep the reference. Without it, the text is sent as it is.
   */
  readonly secrets?: Secrets | undefined;
}

/** A response. A status of 404 or 500 is a response; only failures without a response throw. */
export interface WebAnswer {
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Header names in lower case, without `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded, without content encoding. */
  readonly body: Uint8Array;
  /** True if reading stopped at `maxBytes`. */
  readonly truncated: boolean;
  /** The URLs that led here, starting with the requested one. Empty without redirects. */
  readonly hops: readonly string[];
  /** A redirect that was reported but not followed. */
  readonly redirect?: { readonly to: string; readonly reason: string } | undefined;
  /** How far the address could be checked: browsers and edge runtimes cannot resolve names. */
  readonly checked: "addresses" | "literals";
  /** The time since when the response is cached, in milliseconds since 1970. Absent if the server just sent or confirmed it. */
  readonly keptSince?: number | undefined;
}

/** The one way of this package to the network: every URL is checked, every hop again. */
export interface WebClient {
  /** @throws ToolError `permission_denied`, `unavailable`, `timeout`, `aborted`, `too_large`, `unsupported` or `invalid_input`. */
  request(url: string, request?: WebRequest): Promise<WebAnswer>;
  /**
   * The URL as it would be asked for. Throws what `request` throws for its text alone: a host that is never contacted
   * needs no approval.
   */
  check?(url: string): string;
}
