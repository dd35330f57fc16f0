import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Awaitable, type Session, ToolError } from "@holdall/tool-core";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { createHttpGuard, type HttpGuardOptions } from "./_http-guard.ts";
import { createInFlightTracker } from "./_in-flight.ts";
import { reportError } from "./_report-error.ts";
import { createHttpHandler, type HttpHandlerOptions, type Sender } from "./create-http-handler.ts";
import type { SharedSessions } from "./shared-sessions.ts";

export type { SessionLease, SharedSessions } from "./shared-sessions.ts";

export interface ServeHttpOptions extends HttpHandlerOptions, Partial<HttpGuardOptions> {
  /** 0 takes a free one. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly path?: string | undefined;
  /** Where GET and HEAD answer 200 while sessions are served and 503 once they end, whoever asks; nowhere by default. */
  readonly healthPath?: string | undefined;
}

export interface HttpServer {
  /** What clients connect to. */
  readonly url: string;
  /** Stop listening, let calls in flight end for at most `grace` milliseconds, cancel the rest, dispose every session. */
  close(grace?: number): Promise<void>;
}

/**
 * Serve sessions over Streamable HTTP, on 127.0.0.1 unless told otherwise.
 * A request with a foreign Host or Origin is answered with 403, one without the token with 401, before anything of it is
 * read; without `token` every program on this machine may call. How long tools remember is told at `createHttpHandler`.
 * Rejects with `unavailable` when it cannot listen, and with `invalid_input` beyond loopback without `allowedHosts` and `token`.
 */
export async function serveHttp(
  source: (() => Awaitable<Session>) | SharedSessions,
  options: ServeHttpOptions = {},
): Promise<HttpServer> {
  const { port = 0, host = "127.0.0.1", path = "/mcp", allowedHosts = [], allowedOrigins = [], token } = options;
  const { onError = reportError, maxBodySize = 4_194_304, healthPath } = options;
  checkExposure(host, allowedHosts, token);
  const guard = createHttpGuard({ allowedHosts, allowedOrigins, token });
  const handler = createHttpHandler(source, options);
  const senders = new WeakMap<object, Sender>();
  const bySdk = toNodeHandler(
    {
      fetch: (request, { authInfo, ...rest } = {}) =>
        handler.fetch(request, { ...rest, ...(authInfo && senders.get(authInfo)) }),
    },
    {
      // A client that hangs up in the middle of its body has nobody to report to.
      onerror: (error) => (error as NodeJS.ErrnoException).code === "ECONNRESET" || onError(error),
      maxRequestBodySize: maxBodySize,
    },
  );

  async function serve(request: IncomingMessage, response: ServerResponse, sender: Sender): Promise<void> {
    if (request.method === "POST" && !isJsonContentType(request.headers["content-type"] ?? null)) {
      return refuse(response, 415, "Send the request as application/json.");
    }
    // `auth` is the field that the SDK passes on to `fetch`.
    const auth = { token: "", clientId: sender.owner ?? "", scopes: [] };
    senders.set(auth, sender);
    await bySdk(Object.assign(request, { auth }) as Parameters<typeof bySdk>[0], response);
  }

  const sending = createInFlightTracker();
  let closing = false;
  const server = createServer((request, response) => {
    response.once("close", sending.start());
    const looks = request.method === "GET" || request.method === "HEAD";
    if (looks && pathOf(request) === healthPath) return sayHealth(response, closing ? 503 : 200);
    const judged = guard(request);
    if ("status" in judged) return refuse(response, judged.status, judged.message, -32000, judged.headers);
    if (pathOf(request) !== path) return refuse(response, 404, `Not found. The endpoint is ${path}.`);
    const { origin } = request.headers;
    if (origin !== undefined) allowOrigin(response, origin);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const sender = { owner: judged.owner, address: request.socket.remoteAddress };
    serve(request, response, sender).catch((error: Error) => {
      if (request.destroyed) return void response.destroy();
      onError(error);
      if (!response.headersSent) refuse(response, 500, "Internal server error", -32603);
    });
  });
  await listen(server, port, host);

  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${path}`,
    async close(grace = 0) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await handler.close(grace);
      await sending.done(grace);
      server.closeAllConnections();
      await closed;
    },
  };
}

function checkExposure(host: string, allowedHosts: readonly string[], token: ServeHttpOptions["token"]): void {
  if ([token].flat().some((one) => one !== undefined && !/^\S+$/.test(one))) {
    throw new ToolError("invalid_input", "A bearer token is empty or has spaces in it.", {
      hint: "Create one of letters and digits, such as with `openssl rand -hex 32`.",
    });
  }
  if (isLoopback(host)) return;
  const hint = "Name the hosts that clients will use in `allowedHosts` and set a `token`, or listen on 127.0.0.1.";
  if (allowedHosts.length === 0) {
    throw new ToolError("invalid_input", `Listening on ${host} lets other machines in, and no hosts are allowed.`, {
      hint,
      data: { needs: "allowedHosts" },
    });
  }
  if (token === undefined || token.length === 0) {
    throw new ToolError("invalid_input", `Listening on ${host} lets other machines in, and there is no token.`, {
      hint,
      data: { needs: "token" },
    });
  }
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

const pathOf = ({ url = "/" }: IncomingMessage) => url.split("?", 1)[0];

/** Answer without reading on: the connection ends with the answer. */
function refuse(response: ServerResponse, status: number, message: string, code = -32000, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}

/** No more than whether it serves: it is told to everybody who can connect. */
function sayHealth(response: ServerResponse, status: 200 | 503): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify({ status: status === 200 ? "ok" : "closing" }));
}

function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("vary", "origin");
  response.setHeader("access-control-allow-methods", "GET, POST, DELETE");
  response.setHeader("access-control-allow-headers", "*, authorization");
  response.setHeader("access-control-expose-headers", "mcp-session-id");
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      reject(
        new ToolError("unavailable", `Cannot listen on ${host}:${port}: ${cause.message}.`, {
          hint: "Choose another port, or 0 for a free one.",
          data: { reason: (cause as NodeJS.ErrnoException).code },
          cause,
        }),
      );
    });
    server.listen(port, host, resolve);
  });
}
