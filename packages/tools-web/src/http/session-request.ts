import type { IncomingMessage, RequestOptions } from "node:http";
import type { Duplex } from "node:stream";
import { ToolError } from "@holdall/tool-core";
import type { WebAnswer, WebRequest } from "../client/web-client.ts";
import { webError } from "./errors.ts";
import { flatHeaders } from "./headers.ts";
import { decodeStream } from "./node-transport.ts";
import { type OwnServers, placeOf, type SessionServer } from "./session-servers.ts";
import { readBody } from "./transport.ts";

const maxHops = 5;

/** Request a URL from a server of the session, with redirects that stay on it. */
export async function requestFromSession(
  first: SessionServer,
  request: WebRequest,
  servers: OwnServers,
): Promise<WebAnswer> {
  const { maxBytes = 10_000_000, timeout = 30_000, signal, redirects } = request;
  const limit = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  const hops: string[] = [];
  for (let place = first; ; ) {
    const { url } = place;
    try {
      const answer = await send(place, request, servers, limit);
      const headers = flatHeaders(answer.headers);
      const status = answer.statusCode ?? 0;
      const to = status >= 300 && status < 400 && headers.location ? new URL(headers.location, url).href : undefined;
      const next = to === undefined || redirects === "none" ? undefined : placeOf(to, servers);
      if (next && next.port === place.port && hops.length < maxHops) {
        answer.destroy();
        hops.push(url);
        place = next;
        continue;
      }
      const bodyless = request.method === "HEAD" || status === 204 || status === 304;
      const decoded = await decodeStream(answer, bodyless ? undefined : headers["content-encoding"], maxBytes);
      const body = await readBody(decoded, maxBytes);
      answer.destroy();
      const redirect = to !== undefined && { redirect: { to, reason: "it leads to another server" } };
      return { url, status, headers, ...body, hops, checked: "addresses", ...redirect };
    } catch (error) {
      throw ToolError.is(error) ? error : webError(error, url, limit);
    }
  }
}

function send(
  { url, port }: SessionServer,
  { method = "GET", headers, body }: WebRequest,
  servers: OwnServers,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = process.getBuiltinModule("node:http");
  const options: RequestOptions = {
    ...{ method, signal, headers: { ...headers, connection: "close" } },
    // Only without an agent is it used.
    createConnection: () => servers.connect(port) as Duplex,
  };
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on("error", reject).end(body);
  });
}
