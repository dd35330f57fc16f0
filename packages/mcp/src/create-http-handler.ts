import type { Awaitable, Session } from "@holdall/tool-core";
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { jsonRpcError } from "./_json-rpc-error.ts";
import { createPool } from "./_pool.ts";
import { reportError } from "./_report-error.ts";
import { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";

export interface HttpHandlerOptions extends Omit<McpServerOptions, "announces"> {
  /** Sessions kept at a time, in each era; beyond it the one that was idle longest is disposed. */
  readonly maxSessions?: number | undefined;
  /** Bytes of one request's body; a longer one is answered with 413. */
  readonly maxBodySize?: number | undefined;
  /** Hears of refused requests and of what could not be delivered. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export interface HttpHandler {
  fetch(request: Request): Promise<Response>;
  /** Cancel what runs, end every stream, dispose every session. */
  close(): Promise<void>;
}

interface Shared {
  readonly session: Session;
  readonly unsubscribe: () => void;
}

interface Client {
  readonly session: Session;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/**
 * Streamable HTTP as a function from Request to Response, for any runtime. It checks neither Host nor Origin.
 *
 * Clients of the 2025 era get a session each, named by `Mcp-Session-Id`. The 2026-07-28 era has no sessions: every
 * request gets a server of its own, and what tools remember is kept in one session for all of them, or in one for each
 * name that clients put into the URL (`/mcp?session=alice`).
 */
export function createHttpHandler(
  makeSession: () => Awaitable<Session>,
  { maxSessions = 64, maxBodySize = 4_194_304, onError = reportError, ...options }: HttpHandlerOptions = {},
): HttpHandler {
  const clients = createPool<Client>({ max: maxSessions, dispose: closeClient, onError });
  const shared = createPool<Shared>({ max: maxSessions, dispose: closeShared, onError });

  const modern = createMcpHandler(
    async ({ requestInfo }) => {
      const name = requestInfo ? (new URL(requestInfo.url).searchParams.get("session") ?? "") : "";
      const { session } = await (shared.get(name) ?? shared.add(name, openShared()));
      return createMcpServer(session, { ...options, announces: false });
    },
    { legacy: "reject", maxRequestBodySize: maxBodySize, onerror: onError },
  );

  async function openShared(): Promise<Shared> {
    const session = await makeSession();
    return { session, unsubscribe: session.registry.subscribe(() => modern.notify.toolsChanged()) };
  }

  async function openClient(id: string): Promise<Client> {
    const session = await makeSession();
    const server = createMcpServer(session, options);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize: maxBodySize,
      onsessionclosed: () => clients.remove(id),
    });
    server.onerror = onError;
    await server.connect(transport);
    return { session, server, transport };
  }

  async function serveLegacy(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const client = await clients.get(id);
      return client ? client.transport.handleRequest(request) : jsonRpcError(404, -32001, "Session not found");
    }
    if (!(await isInitialize(request))) {
      return jsonRpcError(400, -32000, "Send initialize first, then the Mcp-Session-Id of its answer.");
    }
    const fresh = crypto.randomUUID();
    const { transport } = await clients.add(fresh, openClient(fresh));
    const response = await transport.handleRequest(request);
    if (!response.ok) await clients.remove(fresh);
    return response;
  }

  return {
    async fetch(request) {
      const legacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodySize });
      return legacy ? serveLegacy(request) : modern.fetch(request);
    },
    async close() {
      await modern.close();
      await Promise.all([clients.dispose(), shared.dispose()]);
    },
  };
}

async function closeShared({ session, unsubscribe }: Shared): Promise<void> {
  unsubscribe();
  await session[Symbol.asyncDispose]();
}

async function closeClient({ server, session }: Client): Promise<void> {
  await server.close();
  await session[Symbol.asyncDispose]();
}

async function isInitialize(request: Request): Promise<boolean> {
  if (request.method !== "POST") return false;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === "object" && body !== null && "method" in body && body.method === "initialize";
}
