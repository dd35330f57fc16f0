import type { Access, ToolContext } from "@holdall/tool-core";
import { type OwnServers, placeOf } from "../http/session-servers.ts";
import { canonicalUrl } from "./safe-url.ts";
import type { WebClient } from "./web-client.ts";

/** Finds the local servers of the session of a call; undefined if it has none. */
export type OwnServersOf = (session: Pick<ToolContext, "state">) => OwnServers | undefined;

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
      const { requestFromSession } = await import("../http/session-request.ts");
      return requestFromSession(place, request, servers);
    },
  };
}
