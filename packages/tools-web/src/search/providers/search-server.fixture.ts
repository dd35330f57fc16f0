import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { openWebClient } from "../../client/open-web-client.ts";
import { brave } from "../../providers/brave.ts";
import { duckduckgo } from "../../providers/duckduckgo.ts";
import { exa } from "../../providers/exa.ts";
import { google } from "../../providers/google.ts";
import { searxng } from "../../providers/searxng.ts";
import { tavily } from "../../providers/tavily.ts";
import * as pages from "./search-pages.fixture.ts";

export interface Seen {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** `hang` never answers. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | "hang";

const usual: Readonly<Record<string, Reply>> = {
  "/brave": { body: pages.braveResults },
  "/tavily": { body: pages.tavilyResults },
  "/exa": { body: pages.exaResults },
  "/google": { body: pages.googleResults },
  "/searxng": { body: pages.searxngResults },
  "/duckduckgo": { headers: { "content-type": "text/html; charset=UTF-8" }, body: pages.duckResults },
};

/** Plays every search provider on loopback: each below the path of its name, as it usually answers or as `replies` says. */
export async function startSearchServer() {
  const seen: Seen[] = [];
  let replies: Record<string, Reply> = {};
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://server");
    const body = await text(request);
    seen.push({
      method: request.method ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: body && JSON.parse(body),
    });
    const name = `/${url.pathname.split("/")[1]}`;
    const reply = replies[name] ?? usual[name] ?? { status: 404 };
    if (reply === "hang") return;
    response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
    response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const at = (name: string) => ({ key: secret, baseUrl: `http://127.0.0.1:${port}/${name}` });
  return {
    port,
    seen,
    /** Later answers of a provider, by its name. */
    reply(name: string, reply: Reply) {
      replies[`/${name}`] = reply;
    },
    /** Everybody answers as usual again. */
    reset() {
      replies = {};
    },
    client: openWebClient({ allow: [`127.0.0.1:${port}`], perHost: false }),
    providers: {
      brave: brave(at("brave")),
      tavily: tavily(at("tavily")),
      exa: exa(at("exa")),
      google: google({ ...at("google"), engine: "engine-1" }),
      searxng: searxng({ url: `http://127.0.0.1:${port}/searxng` }),
      duckduckgo: duckduckgo(at("duckduckgo")),
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Must never show in a result, an error or a log. */
export const secret = "sk-secret-0123456789";
