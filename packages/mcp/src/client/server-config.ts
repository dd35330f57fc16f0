/** How to reach a server: a program that is started, or an address. */
export type ServerPlace =
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** On top of the few variables that every child gets. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly kind: "http" | "sse"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** One MCP server as its user wants it. Times are milliseconds. */
export interface ServerConfig {
  /** The user's own word for it; what the server calls itself counts for nothing. */
  readonly name: string;
  readonly place: ServerPlace;
  readonly enabled: boolean;
  /** The tools that are taken, by the server's own names or as `mcp__server__tool`, `*` for any part; all when absent. */
  readonly allowedTools?: readonly string[] | undefined;
  /** Its tools may stay out of the prompt until a search finds them. */
  readonly defer: boolean;
  /** Believe what the server says of its own tools (read-only, idempotent …). */
  readonly trustAnnotations: boolean;
  /** `auto`: the newest that the server speaks, without disturbing old ones. `legacy`: up to 2025-11-25. `modern`: 2026-07-28. */
  readonly protocol: "auto" | "legacy" | "modern";
  readonly connectTimeout: number;
  /** A call without a sign of life. */
  readonly timeout: number;
  /** A call altogether. */
  readonly totalTimeout: number;
  readonly oauth?: OAuthConfig | undefined;
}

/** What a login needs that cannot be found out. */
export interface OAuthConfig {
  /** How this program is known at the server; otherwise it registers itself. */
  readonly clientId?: string | undefined;
  /** Sent to the authorization server of the first login, and to no other. */
  readonly clientSecret?: string | undefined;
  readonly scope?: string | undefined;
}
