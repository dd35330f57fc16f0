/** How to reach a server: a program to start, or a URL. */
export type ServerPlace =
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** Added to the few variables that every child process gets. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly kind: "http" | "sse"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The configuration of an MCP server. Times are in milliseconds. */
export interface ServerConfig {
  /** The user's own name for the server. The name that the server reports is not used. */
  readonly name: string;
  readonly place: ServerPlace;
  readonly enabled: boolean;
  /** The tools to use, by the server's own names or as `mcp__server__tool`. `*` matches any part. Defaults to all. */
  readonly allowedTools?: readonly string[] | undefined;
  /** Its tools may be deferred until a search finds them. */
  readonly defer: boolean;
  /** Trust the server's annotations of its tools (read-only, idempotent …). */
  readonly trustAnnotations: boolean;
  /** The host may show pages of this server (MCP Apps). Not if absent: then it is not told that there are hosts for them. */
  readonly apps?: boolean | undefined;
  /**
   * `auto`: the newest version that the server supports, without disturbing old servers. `legacy`: up to 2025-11-25. `modern`:
   * 2026-07-28.
   */
  readonly protocol: "auto" | "legacy" | "modern";
  readonly connectTimeout: number;
  /** The time limit of a call without progress. */
  readonly timeout: number;
  /** The total time limit of a call. */
  readonly totalTimeout: number;
  readonly oauth?: OAuthConfig | undefined;
}

/** Login settings that cannot be discovered. */
export interface OAuthConfig {
  /** The client id at the server. Without it, this program registers itself. */
  readonly clientId?: string | undefined;
  /** Sent only to the authorization server of the first login. */
  readonly clientSecret?: string | undefined;
  readonly scope?: string | undefined;
}

/** What holds where a configuration says nothing. */
export const defaults = {
  defer: true,
  trustAnnotations: false,
  apps: false,
  protocol: "auto",
  connectTimeout: 30_000,
  timeout: 120_000,
  totalTimeout: 1_800_000,
} as const;
