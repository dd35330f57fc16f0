import type { IncomingMessage, ServerResponse } from "node:http";
import type { DurableEngine } from "@holdall/durable/port";
import { openGuardedServer } from "@holdall/mcp/http";
import { ToolError, type ToolErrorCode } from "@holdall/tool-core";
import { answerRequest } from "./answer-request.ts";

export interface RunsServerOptions {
  /** Anyone who has one of them can read runs, answer and cancel them. */
  readonly token: string | readonly string[];
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins whose pages may call, such as `http://localhost:5173`. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Gets failures whose text no client is shown. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface RunsServer extends AsyncDisposable {
  /** What clients connect to. */
  readonly url: string;
}

const statuses: Readonly<Partial<Record<ToolErrorCode, number>>> = {
  invalid_input: 400,
  not_found: 404,
  unsupported: 405,
  stale: 409,
  too_large: 413,
  wrong_kind: 415,
};

const cors = { methods: "GET, POST", headers: "authorization, content-type", exposed: "" };

/** Serve the runs of an engine as JSON, to anyone with the token. Failures are `{ error: { code, message, hint } }`. */
export async function openRunsServer(engine: DurableEngine, options: RunsServerOptions): Promise<RunsServer> {
  const { onError = () => {}, ...listening } = options;
  if ([listening.token].flat().length === 0)
    throw new ToolError("invalid_input", "Runs are not served without a token.");
  const { server, origin } = await openGuardedServer(
    { ...listening, realm: "holdall runs", cors },
    {
      refuse(response, { status, message, headers }) {
        const error = new ToolError("permission_denied", message, { hint: status === 401 ? tokenHint : undefined });
        fail(response, status, error, { connection: "close", ...headers });
      },
      handle(request, response) {
        answer(request, response).catch((error: unknown) => {
          onError(error);
          response.destroy();
        });
      },
    },
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      send(response, 200, await answerRequest(engine, request));
    } catch (thrown) {
      // A client that hangs up in the middle of its body cannot receive a response.
      if (!request.complete && (thrown as NodeJS.ErrnoException).code === "ECONNRESET") return;
      const status = ToolError.is(thrown) ? statuses[thrown.code] : undefined;
      // The rest of a body that was not read is never read.
      const connection = request.complete ? {} : { connection: "close" };
      if (ToolError.is(thrown) && status !== undefined) {
        const { allow } = thrown.data ?? {};
        return fail(response, status, thrown, { ...connection, ...(typeof allow === "string" && { allow }) });
      }
      onError(thrown);
      fail(response, 500, internal(), connection);
    }
  }

  return {
    url: origin,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const tokenHint = "Send the token of the server as `Authorization: Bearer TOKEN`.";

/** What a database says may hold its address. */
const internal = () =>
  new ToolError("internal", "The runs cannot be read or changed at the moment.", {
    hint: "The terminal of `holdall runs serve` shows the reason.",
  });

function send(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, { code, message, hint }: ToolError, headers: object): void {
  send(response, status, { error: { code, message, ...(hint !== undefined && { hint }) } }, headers);
}
