import { canonicalUrl } from "../client/safe-url.ts";

/** Servers that commands of a session run on loopback, in a network of their own. */
export interface OwnServers {
  /** Whether one of them listens at a port. */
  listens(port: number): boolean;
  /** A `Duplex` of node:stream. */
  connect(port: number): object;
}

/** A URL in a session's own network. */
export interface SessionServer {
  readonly url: string;
  readonly port: number;
}

/** Where a URL leads in a session's own network; undefined where it does not. */
export function placeOf(text: string, servers: OwnServers | undefined): SessionServer | undefined {
  if (!servers) return undefined;
  const url = canonicalUrl(text);
  const { protocol, hostname, port: named } = new URL(url);
  const port = Number(named || 80);
  const isLocal = protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return isLocal && servers.listens(port) ? { url, port } : undefined;
}
