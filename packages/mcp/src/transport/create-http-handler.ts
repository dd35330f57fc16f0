import { ToolError, type ToolErrorCode } from "@holdall/tool-core";
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { reportError } from "../results/_report-error.ts";
import type { McpServerOptions } from "../server/create-mcp-server.ts";
import { refuseDuplicateIds } from "../sessions/_duplicate-ids.ts";
import { leasedSessions } from "../sessions/_leased-sessions.ts";
import { localSessions } from "../sessions/_local-sessions.ts";
import {
  type Answer,
  type HttpLimits,
  type SessionKey,
  type SessionSource,
  type SessionStore,
  whole,
} from "../sessions/_session-store.ts";
import type { SharedSessions } from "../sessions/shared-sessions.ts";
import { taskMethods, taskServer } from "../tasks/_serve-tasks.ts";
import { openTasks } from "../tasks/tasks.ts";
import { createInFlightTracker } from "./_in-flight.ts";
import { jsonRpcError } from "./_json-rpc-error.ts";
import { clientOf, isObject } from "./_messages.ts";
import { depthError, invalidRequestError } from "./_request-errors.ts";
import { isStream, listening, trackEnd } from "./_response-end.ts";

type OptionalLimits = { readonly [K in keyof HttpLimits]?: HttpLimits[K] | undefined };

export interface HttpHandlerOptions extends Omit<McpServerOptions, "announces" | "era">, OptionalLimits {}

/** What a host knows about the sender of a request. Sessions are separated by it. */
export interface Sender {
  /** The owner of the request's credentials. */
  readonly owner?: string | undefined;
  /** The scopes of an access token; undefined when there is none. The owner says whether there is one. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * The headers of the answer 403 to a call that needs more scopes: a challenge that names them. Without it, such a call is
   * answered with an error of the tool.
   */
  readonly stepUp?: ((scopes: readonly string[]) => Readonly<Record<string, string>>) | undefined;
  readonly address?: string | undefined;
}

export interface HttpHandler {
  /** Answer a request. `parsedBody` is its body, if it was already read. */
  fetch(request: Request, from?: Sender & Pick<McpHandlerRequestOptions, "parsedBody">): Promise<Response>;
  /** Stop accepting requests, wait up to `grace` milliseconds for running calls, cancel the others, and dispose of every session. */
  close(grace?: number): Promise<void>;
}

/**
 * Streamable HTTP as a function from Request to Response, for any runtime. It checks neither Host nor Origin nor tokens.
 *
 * Clients of the 2025 era get a session each, named by `Mcp-Session-Id`. The 2026-07-28 era has no sessions; what tools
 * remember is kept for each name in the URL (`/mcp?session=alice`), and without one for each program at an address.
 * Given `SharedSessions` instead of a way to make sessions, nothing is kept here between requests.
 */
export function createHttpHandler(source: SessionSource | SharedSessions, given: HttpHandlerOptions = {}): HttpHandler {
  const {
    maxSessions = 64,
    maxRequests = 32,
    idleTimeout = 3_600_000,
    maxBodySize = 4_194_304,
    streamLimit,
    onError = reportError,
    ...options
  } = given;
  const limits: HttpLimits = { maxSessions, maxRequests, idleTimeout, maxBodySize, streamLimit, onError };
  const tasks = openTasks(given.tasks);
  const store: SessionStore =
    typeof source === "function"
      ? localSessions(source, options, limits, tasks)
      : leasedSessions(source, options, limits, tasks);
  const handle2025 = refuseDuplicateIds(store.handle2025);
  const inFlight = createInFlightTracker();
  let closed = false;

  async function serve(request: Request, parsedBody: unknown, sender: Sender): Promise<Answer> {
    let body = parsedBody;
    if (body === undefined && request.method === "POST") {
      const read = await readRequestBody(request, maxBodySize);
      if (read.tooLarge) throw new ToolError("too_large", `The request has more than ${maxBodySize} bytes.`);
      try {
        body = JSON.parse(read.text);
      } catch {
        return whole(jsonRpcError(400, -32700, "The request body is not JSON."));
      }
    }
    const refused = refuse(body);
    if (refused) return whole(Response.json(refused, { status: 400 }));
    const { owner = "", scopes, stepUp } = sender;
    if (await isLegacyRequest(request, body)) return handle2025({ owner, scopes, stepUp }, request, body);
    if (tasks && isObject(body) && taskMethods.includes(String(body.method))) {
      const reading = { legacy: "reject", maxRequestBodySize: maxBodySize, onerror: onError } as const;
      const handler = createMcpHandler(() => taskServer(tasks, owner, options.info), reading);
      return whole(await handler.fetch(request, { parsedBody: body }));
    }
    return store.handle2026(keyOf(request.url, body, sender), request, body);
  }

  return {
    async fetch(request, { parsedBody, ...sender } = {}) {
      if (closed) return refusal(shuttingDown);
      const end = inFlight.start();
      try {
        const { response, done } = await serve(request, parsedBody, sender);
        // A client ends the streams it listens on; a shutdown does not wait for those.
        const isListening = request.method === "GET" || request.headers.get("mcp-method") === "subscriptions/listen";
        if (!isStream(response) || isListening) {
          await done();
          end();
          return isStream(response) ? listening(response, request.signal) : response;
        }
        const { tracked, ended } = trackEnd(response);
        void ended.then(done).catch(onError).finally(end);
        return tracked;
      } catch (thrown) {
        end();
        return refusal(thrown, onError);
      }
    },
    async close(grace = 0) {
      closed = true;
      await inFlight.done(grace);
      await tasks?.close();
      await store.close();
    },
  };
}

/** The error for what no era takes; batches are left to the SDK. */
const refuse = (body: unknown) => depthError(body) ?? (isObject(body) ? invalidRequestError(body) : undefined);

/** Requests of 2026-07-28 continue no session, so that each set of scopes has its own. */
function keyOf(url: string, body: unknown, { owner = "", address = "", scopes, stepUp }: Sender): SessionKey {
  const name = url.includes("session=") ? new URL(url, "http://localhost").searchParams.get("session") : null;
  const isNamed = name !== null && name !== "";
  const whose = scopes ? JSON.stringify([owner, ...scopes]) : owner;
  const key = JSON.stringify(isNamed ? [whose, name] : [whose, address, clientOf(body)]);
  return { isNamed, owner, scopes, stepUp, key };
}

const shuttingDown = new ToolError("unavailable", "The server is shutting down.");

const statuses: Partial<Record<ToolErrorCode, number>> = { unavailable: 503, invalid_input: 400, too_large: 413 };

function refusal(thrown: unknown, onError?: (error: Error) => void): Response {
  const status = ToolError.is(thrown) ? statuses[thrown.code] : undefined;
  if (!ToolError.is(thrown) || status === undefined) {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
    return jsonRpcError(500, -32603, "Internal server error");
  }
  const response = jsonRpcError(status, -32000, `${thrown.message} ${thrown.hint ?? ""}`.trim());
  if (status === 503) response.headers.set("retry-after", "1");
  return response;
}
