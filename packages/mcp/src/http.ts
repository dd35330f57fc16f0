import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { checkOAuthOptions, isMetadataPath, type OAuthOptions, resourceMetadata } from "./oauth/protected-resource.ts";
import { createTokenVerifier } from "./oauth/verify-token.ts";
import { reportError } from "./results/_report-error.ts";
import { openGuardedServer } from "./server/guarded-server.ts";
import type { SessionSource } from "./sessions/_session-store.ts";
import type { SharedSessions } from "./sessions/shared-sessions.ts";
import type { HttpGuardOptions } from "./transport/_http-guard.ts";
import { createInFlightTracker } from "./transport/_in-flight.ts";
import { createHttpHandler, type HttpHandlerOptions, type Sender } from "./transport/create-http-handler.ts";

export type { SessionLease, SharedSessions } from "./sessions/shared-sessions.ts";

export interface ServeHttpOptions extends HttpHandlerOptions, Partial<Omit<HttpGuardOptions, "realm" | "verifier">> {
  /** 0 takes a free one. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly path?: string | undefined;
  /**
   * Where GET and HEAD answer 200 while sessions are served and 503 once they end, without authentication. Not set by
   * default.
   */
  readonly healthPath?: string | undefined;
  /**
   * Serve as a resource server of OAuth 2.1: requests carry an access token of this authorization server, or one of
   * `token`. What a session may do is for `scopePolicy`, with the scopes that `source` is given.
   */
  readonly oauth?: OAuthOptions | undefined;
}

export interface HttpServer {
  /** What clients connect to. */
  readonly url: string;
  /** Stop listening, let calls in flight end for at most `grace` milliseconds, cancel the rest, dispose every session. */
  close(grace?: number): Promise<void>;
}

/**
 * Serve sessions over Streamable HTTP, on 127.0.0.1 by default. A request with a foreign Host or Origin is answered
 * with 403, one without the token with 401, before anything of it is read; without `token` every program on this
 * machine may call. With `oauth` the metadata of the resource is served to anyone, and 401 says where it is.
 * `createHttpHandler` describes how long tools remember. Rejects with `unavailable` when it cannot
 * listen, and with `invalid_input` beyond loopback without `allowedHosts` and `token` or `oauth`.
 */
export async function serveHttp(
  source: SessionSource | SharedSessions,
  options: ServeHttpOptions = {},
): Promise<HttpServer> {
  const { path = "/mcp", onError = reportError, maxBodySize = 4_194_304, healthPath, oauth } = options;
  if (oauth) checkOAuthOptions(oauth, options.host);
  let resource = oauth?.resource ?? "";
  const verifier = oauth && createTokenVerifier(oauth, () => resource, onError);
  const handler = createHttpHandler(source, options);
  const senders = new WeakMap<object, Sender>();
  const bySdk = toNodeHandler(
    {
      fetch: (request, { authInfo, ...rest } = {}) =>
        handler.fetch(request, { ...rest, ...(authInfo && senders.get(authInfo)) }),
    },
    {
      // A client that hangs up in the middle of its body cannot receive a response.
      onerror: (error) => (error as NodeJS.ErrnoException).code === "ECONNRESET" || onError(error),
      maxRequestBodySize: maxBodySize,
    },
  );

  async function serve(request: IncomingMessage, response: ServerResponse, sender: Sender): Promise<void> {
    if (request.method === "POST" && !isJsonContentType(request.headers["content-type"] ?? null)) {
      return refuse(response, 415, "Send the request as application/json.");
    }
    // `auth` is the field that the SDK passes on to `fetch`.
    const auth = { token: "", clientId: sender.owner ?? "", scopes: [...(sender.scopes ?? [])] };
    senders.set(auth, sender);
    await bySdk(Object.assign(request, { auth }) as Parameters<typeof bySdk>[0], response);
  }

  const sending = createInFlightTracker();
  let closing = false;
  function answerAnybody(request: IncomingMessage, response: ServerResponse): boolean {
    response.once("close", sending.start());
    const looks = request.method === "GET" || request.method === "HEAD";
    const asked = pathOf(request);
    if (looks && oauth && isMetadataPath(asked, resource)) sayResource(response, resourceMetadata(oauth, resource));
    else if (looks && asked === healthPath) sayHealth(response, closing ? 503 : 200);
    else return false;
    return true;
  }

  const { server, origin } = await openGuardedServer(
    { ...options, verifier, cors },
    {
      answerAnybody,
      refuse: (response, { status, message, headers }) => refuse(response, status, message, -32000, headers),
      handle(request, response, { owner, scopes }) {
        if (pathOf(request) !== path) return refuse(response, 404, `Not found. The endpoint is ${path}.`);
        const stepUp = (needed: readonly string[]) => verifier?.stepUp(needed) ?? {};
        const sender = { owner, scopes, stepUp, address: request.socket.remoteAddress };
        serve(request, response, sender).catch((error: Error) => {
          if (request.destroyed) return void response.destroy();
          onError(error);
          if (!response.headersSent) refuse(response, 500, "Internal server error", -32603);
        });
      },
    },
  );

  resource ||= `${origin}${path}`;

  return {
    url: `${origin}${path}`,
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

const cors = { methods: "GET, POST, DELETE", headers: "*, authorization", exposed: "mcp-session-id, www-authenticate" };

const pathOf = ({ url = "/" }: IncomingMessage) => url.split("?", 1)[0];

/** Answer without reading on: the connection ends with the answer. */
function refuse(response: ServerResponse, status: number, message: string, code = -32000, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}

/** Only whether it serves, because anyone who can connect can read it. */
function sayHealth(response: ServerResponse, status: 200 | 503): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify({ status: status === 200 ? "ok" : "closing" }));
}

/** For pages of any origin: a client in a browser finds the authorization server by it. */
function sayResource(response: ServerResponse, metadata: object): void {
  response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
  response.end(JSON.stringify(metadata));
}

export type { IntrospectionOptions, OAuthOptions } from "./oauth/protected-resource.ts";
export { scopePolicy, toolScopes } from "./oauth/tool-scopes.ts";
export {
  type GuardedServer,
  type GuardedServerHandlers,
  type GuardedServerOptions,
  openGuardedServer,
} from "./server/guarded-server.ts";
