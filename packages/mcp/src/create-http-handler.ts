import { type Awaitable, type Session, ToolError, type ToolErrorCode } from "@holdall/tool-core";
import {
  type CallToolResult,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  readRequestBody,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import { askByRetry, showsForms } from "./_ask-client.ts";
import { callTool } from "./_call-tool.ts";
import { clientOf, type DirectCall, readDirectCall } from "./_direct-call.ts";
import { createFlights } from "./_flights.ts";
import { jsonRpcError } from "./_json-rpc-error.ts";
import { keepSessions } from "./_keep-sessions.ts";
import { isObject } from "./_messages.ts";
import { refuseDepth, refuseInvalid } from "./_refusals.ts";
import { refuseTwins } from "./_refuse-twins.ts";
import { reportError } from "./_report-error.ts";
import { isStream, trackEnd } from "./_response-end.ts";
import { type Answer, type Limits, type SessionHost, type SessionKey, whole } from "./_session-host.ts";
import { shareSessions } from "./_share-sessions.ts";
import { defaultInfo, type McpServerOptions } from "./create-mcp-server.ts";
import type { SharedSessions } from "./shared-sessions.ts";

export interface HttpHandlerOptions extends Omit<McpServerOptions, "announces"> {
  /** Sessions kept at a time, in each era; beyond it the one that was idle longest is disposed. */
  readonly maxSessions?: number | undefined;
  /** Requests of one session at a time. */
  readonly maxRequests?: number | undefined;
  /** Milliseconds without a request after which a session is disposed. */
  readonly idleTimeout?: number | undefined;
  /** Bytes of one request's body; a longer one is answered with 413. */
  readonly maxBodySize?: number | undefined;
  /** Hears of refused requests and of what could not be delivered. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** A request whose body was read and parsed by whoever received it. */
export interface ParsedRequest {
  readonly url: string;
  readonly body: unknown;
  readonly header: (name: string) => string | null | undefined;
  readonly signal: AbortSignal;
  readonly sender?: Sender | undefined;
}

/** What a host has found out of who sends a request. Sessions are kept apart by it. */
export interface Sender {
  /** Whose credentials it carries. */
  readonly owner?: string | undefined;
  readonly address?: string | undefined;
}

export interface DirectAnswer {
  readonly status: number;
  readonly json: object;
}

export interface HttpHandler {
  /** Answer a request; `parsedBody` is its body, where it was read already. */
  fetch(request: Request, from?: Sender & Pick<McpHandlerRequestOptions, "parsedBody">): Promise<Response>;
  /** The JSON of the answer, for calls that need nothing more; of others undefined, and nothing was done. */
  answer(request: ParsedRequest): Promise<DirectAnswer | undefined> | undefined;
  /** Take nothing more, wait at most `grace` milliseconds for calls in flight, cancel the rest, dispose every session. */
  close(grace?: number): Promise<void>;
}

/**
 * Streamable HTTP as a function from Request to Response, for any runtime. It checks neither Host nor Origin nor tokens.
 *
 * Clients of the 2025 era get a session each, named by `Mcp-Session-Id`. The 2026-07-28 era has no sessions; what tools
 * remember is kept for each name in the URL (`/mcp?session=alice`), and without one for each program at an address.
 * Given `SharedSessions` instead of a way to make sessions, nothing is kept here between requests.
 */
export function createHttpHandler(
  source: (() => Awaitable<Session>) | SharedSessions,
  given: HttpHandlerOptions = {},
): HttpHandler {
  const {
    maxSessions = 64,
    maxRequests = 32,
    idleTimeout = 3_600_000,
    maxBodySize = 4_194_304,
    onError = reportError,
    ...options
  } = given;
  const limits: Limits = { maxSessions, maxRequests, idleTimeout, maxBodySize, onError };
  const host: SessionHost =
    typeof source === "function" ? keepSessions(source, options, limits) : shareSessions(source, options, limits);
  const legacy = refuseTwins(host.legacy);
  const { structured, elicits = true, info = defaultInfo } = options;
  const flights = createFlights();
  let closed = false;

  async function serve(request: Request, parsedBody: unknown, sender: Sender): Promise<Answer> {
    const body = parsedBody ?? (await bodyOf(request, maxBodySize));
    const refused = refuse(body);
    if (refused) return whole(Response.json(refused, { status: 400 }));
    return (await isLegacyRequest(request, body))
      ? legacy(sender.owner ?? "", request, body)
      : host.modern(keyOf(request.url, body, sender), request, body);
  }

  async function call(session: Session, { id, params, capabilities }: DirectCall, signal: AbortSignal) {
    const asks = elicits && showsForms(capabilities);
    const asking = asks ? askByRetry(session, { signal, requestState: noState }) : undefined;
    const how = { signal: asking?.signal ?? signal, approve: asking?.approve };
    const result = await callTool(session, params, how, structured);
    const { _meta, ...rest } = asking?.question() ?? { ...textBeside(result), resultType: "complete" };
    return { jsonrpc: "2.0", id, result: { ...rest, _meta: { ..._meta, [SERVER_INFO_META_KEY]: info } } };
  }

  return {
    async fetch(request, { parsedBody, ...sender } = {}) {
      if (closed) return refusal(shuttingDown);
      const land = flights.start();
      try {
        const { response, done } = await serve(request, parsedBody, sender);
        if (!isStream(response)) {
          await done();
          land();
          return response;
        }
        // A stream that a client listens on has no end that anybody could wait for.
        if (request.method === "GET" || request.headers.get("mcp-method") === "subscriptions/listen") {
          await done();
          land();
          return response;
        }
        const { tracked, ended } = trackEnd(response);
        void ended.then(done).catch(onError).finally(land);
        return tracked;
      } catch (thrown) {
        land();
        return refusal(thrown, onError);
      }
    },
    answer({ url, body, header, signal, sender = {} }) {
      const refused = refuse(body);
      if (refused) return Promise.resolve({ status: 400, json: refused });
      const direct = closed ? undefined : readDirectCall(body, header);
      return direct && answerDirectly(direct, keyOf(url, body, sender), signal);
    },
    async close(grace = 0) {
      closed = true;
      await flights.landed(grace);
      await host.close();
    },
  };

  async function answerDirectly(
    direct: DirectCall,
    key: SessionKey,
    signal: AbortSignal,
  ): Promise<DirectAnswer | undefined> {
    const land = flights.start();
    try {
      const { session, release } = await host.take(key);
      try {
        const isKnown = session.registry.get(direct.params.name) !== undefined;
        return isKnown ? { status: 200, json: await call(session, direct, signal) } : undefined;
      } finally {
        await release();
      }
    } catch (thrown) {
      const response = refusal(thrown, onError);
      return { status: response.status, json: { ...((await response.json()) as object), id: direct.id } };
    } finally {
      land();
    }
  }
}

/** The error for what no era takes; batches are left to the SDK. */
const refuse = (body: unknown) => refuseDepth(body) ?? (isObject(body) ? refuseInvalid(body) : undefined);

const noState = () => undefined;

/** Structured content that is no object has its JSON as text, too, where there is no other. */
function textBeside(result: CallToolResult): CallToolResult {
  const { structuredContent: value, content } = result;
  const isPlain = value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value));
  if (isPlain || content.some(({ type }) => type === "text")) return result;
  return { ...result, content: [...content, { type: "text", text: JSON.stringify(value) }] };
}

function keyOf(url: string, body: unknown, { owner = "", address = "" }: Sender): SessionKey {
  const name = url.includes("session=") ? new URL(url, "http://localhost").searchParams.get("session") : null;
  const isNamed = name !== null && name !== "";
  return { isNamed, key: JSON.stringify(isNamed ? [owner, name] : [owner, address, clientOf(body)]) };
}

/** The parsed body; undefined where there is none or it is no JSON, which the SDK answers. */
async function bodyOf(request: Request, max: number): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  const read = await readRequestBody(request.clone(), max);
  if (read.tooLarge) throw new ToolError("too_large", `The request has more than ${max} bytes.`);
  try {
    return JSON.parse(read.text);
  } catch {
    return undefined;
  }
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
