import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Awaitable, type Session, ToolError } from "@holdall/tool-core";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createHttpGuard, type HttpGuardOptions } from "./_http-guard.ts";
import { reportError } from "./_report-error.ts";
import { createHttpHandler, type HttpHandlerOptions } from "./create-http-handler.ts";

export interface ServeHttpOptions extends HttpHandlerOptions, Partial<HttpGuardOptions> {
  /** 0 takes a free one. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly path?: string | undefined;
}

export interface HttpServer {
  /** What clients connect to. */
  readonly url: string;
  /** Stop listening, cancel the calls in flight, dispose every session. */
  close(): Promise<void>;
}

/**
 * Serve sessions over Streamable HTTP, on 127.0.0.1 unless told otherwise.
 * A request with a foreign Host or Origin is answered with 403 before anything of it is read; without `token` every
 * program on this machine may call. How long tools remember is told at `createHttpHandler`.
 * Rejects with `unavailable` when it cannot listen, and with `invalid_input` beyond loopback without `allowedHosts`.
 */
export async function serveHttp(
  makeSession: () => Awaitable<Session>,
  options: ServeHttpOptions = {},
): Promise<HttpServer> {
  const { port = 0, host = "127.0.0.1", path = "/mcp", allowedHosts = [], allowedOrigins = [], token } = options;
  if (!isLoopback(host) && allowedHosts.length === 0) {
    throw new ToolError(
      "invalid_input",
      `Listening on ${host} lets other machines in, and no allowed hosts are given.`,
      {
        hint: "Name the hosts that clients will use in `allowedHosts`, set a `token`, or listen on 127.0.0.1.",
      },
    );
  }
  const guard = createHttpGuard({ allowedHosts, allowedOrigins, token });
  const handler = createHttpHandler(makeSession, options);
  const { onError = reportError, maxBodySize } = options;
  const handle = toNodeHandler(handler, { onerror: onError, ...(maxBodySize && { maxRequestBodySize: maxBodySize }) });

  const server = createServer((request, response) => {
    const refusal = guard(request);
    if (refusal) return refuse(response, refusal.status, refusal.message);
    if (pathOf(request) !== path) return refuse(response, 404, `Not found. The endpoint is ${path}.`);
    const { origin } = request.headers;
    if (origin !== undefined) allowOrigin(response, origin);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    void handle(request as Parameters<typeof handle>[0], response);
  });
  await listen(server, port, host);

  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

const pathOf = ({ url = "/" }: IncomingMessage) => url.split("?", 1)[0];

/** Answer without reading on: the connection ends with the answer. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }));
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
          cause,
        }),
      );
    });
    server.listen(port, host, resolve);
  });
}
