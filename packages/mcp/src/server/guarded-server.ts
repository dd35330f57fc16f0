import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isPromise, ToolError } from "@holdall/tool-core";
import { isLoopback } from "../oauth/protected-resource.ts";
import { type Admission, createHttpGuard, type HttpGuardOptions, type Refusal } from "../transport/_http-guard.ts";

type OptionalChecks = { readonly [K in keyof HttpGuardOptions]?: HttpGuardOptions[K] | undefined };

export interface GuardedServerOptions extends OptionalChecks {
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** What pages of other origins that are allowed may send and read. */
  readonly cors?: Readonly<Record<"methods" | "headers" | "exposed", string>> | undefined;
}

export interface GuardedServerHandlers {
  /** Sees a request before it is judged. True when it has answered. */
  readonly answerAnybody?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Answers a request that is refused. The connection should end with it: its body has not been read. */
  readonly refuse: (response: ServerResponse, refusal: Refusal) => void;
  /** Handles admitted requests, with CORS headers set and preflights answered. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, admission: Admission) => void;
}

export interface GuardedServer {
  readonly server: Server;
  /** What clients connect to, without a path. */
  readonly origin: string;
}

/**
 * Listen for requests, each of which is judged by its Host, Origin and token before anything of it is read.
 * Rejects with `unavailable` when it cannot listen, and with `invalid_input` beyond loopback without `allowedHosts` and `token`.
 */
export async function openGuardedServer(
  {
    port = 0,
    host = "127.0.0.1",
    allowedHosts = [],
    allowedOrigins = [],
    token,
    realm,
    verifier,
    cors,
  }: GuardedServerOptions,
  { answerAnybody, refuse, handle }: GuardedServerHandlers,
): Promise<GuardedServer> {
  checkExposure(host, allowedHosts, token, verifier !== undefined);
  const guard = createHttpGuard({ allowedHosts, allowedOrigins, token, realm, verifier });
  const answer = (request: IncomingMessage, response: ServerResponse, judged: Refusal | Admission) => {
    const { origin } = request.headers;
    // A page whose origin is allowed may read that its token is not.
    const isKnown =
      !("status" in judged) || judged.status === 401 || judged.headers?.["www-authenticate"] !== undefined;
    if (isKnown && origin !== undefined) allowOrigin(response, origin, cors);
    if ("status" in judged) return refuse(response, judged);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    handle(request, response, judged);
  };
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    if (answerAnybody?.(request, response)) return;
    const judged = guard(request);
    if (!isPromise(judged)) return answer(request, response, judged);
    judged.then(
      (late) => answer(request, response, late),
      () => refuse(response, { status: 503, message: "The access token could not be checked." }),
    );
  });
  await listen(server, port, host);
  const { port: taken } = server.address() as AddressInfo;
  return { server, origin: `http://${host.includes(":") ? `[${host}]` : host}:${taken}` };
}

/**
 * Milliseconds that an idle connection stays open: longer than proxies keep theirs (often 60 s), and than a client is busy.
 * Otherwise a request meets the end of its connection, and whether it was carried out is unknown.
 */
const keepAliveTimeout = 75_000;

function checkExposure(
  host: string,
  allowedHosts: readonly string[],
  token: GuardedServerOptions["token"],
  isVerified: boolean,
): void {
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
  if (!isVerified && (token === undefined || token.length === 0)) {
    throw new ToolError("invalid_input", `Listening on ${host} lets other machines in, and there is no token.`, {
      hint,
      data: { needs: "token" },
    });
  }
}

function allowOrigin(response: ServerResponse, origin: string, cors: GuardedServerOptions["cors"]): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("vary", "origin");
  if (!cors) return;
  response.setHeader("access-control-allow-methods", cors.methods);
  response.setHeader("access-control-allow-headers", cors.headers);
  response.setHeader("access-control-expose-headers", cors.exposed);
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
