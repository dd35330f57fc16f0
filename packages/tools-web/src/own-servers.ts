import type { Duplex } from "node:stream";
import type { Access, ToolContext } from "@holdall/tool-core";
import { canonicalUrl } from "./safe-url.ts";
import type { WebClient } from "./web-client.ts";

/** Servers that commands of a session run on loopback, in a network of their own. */
export interface OwnServers {
  /** Whether one of them listens at a port. */
  listens(port: number): boolean;
  connect(port: number): Duplex;
}

/** Finds the servers of the session of a call; undefined if it has none. */
export type OwnServersOf = (session: Pick<ToolContext, "state">) => OwnServers | undefined;

/** A URL in a session's own network. */
export interface OwnPlace {
  readonly url: string;
  readonly port: number;
}

/** Where a URL leads in a session's own network; undefined where it does not. */
export function placeOf(text: string, servers: OwnServers | undefined): OwnPlace | undefined {
  if (!servers) return undefined;
  const url = canonicalUrl(text);
  const { protocol, hostname, port: named } = new URL(url);
  const port = Number(named || 80);
  const isLocal = protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return isLocal && servers.listens(port) ? { url, port } : undefined;
}

/** What a call that requests a URL touches: nothing outside of its session where that runs the server itself. */
export function urlAccess(url: string, client: WebClient, servers: OwnServers | undefined): Access[] {
  if (placeOf(url, servers)) return [];
  return [{ action: "network", target: client.check?.(url) ?? canonicalUrl(url) }];
}

/** The client, which requests URLs of the session's own servers from these. They are never requested from this machine. */
export function withOwnServers(client: WebClient, servers: OwnServers | undefined): WebClient {
  if (!servers) return client;
  return {
    ...client,
    async request(url, request = {}) {
      const place = placeOf(url, servers);
      if (!place) return client.request(url, request);
      const { requestOwn } = await import("./http/request-own.ts");
      return requestOwn(place, request, servers);
    },
  };
}
