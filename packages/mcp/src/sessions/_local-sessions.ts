import type { Session } from "@holdall/tool-core";
import {
  createMcpHandler,
  type McpHttpHandler,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createMcpServer, type McpServerOptions, watchExposed } from "../server/create-mcp-server.ts";
import { jsonRpcError } from "../transport/_json-rpc-error.ts";
import { asksForWork, cancelledId, isInitialize } from "../transport/_messages.ts";
import { createPool } from "./_session-pool.ts";
import {
  answerOf,
  type HttpLimits,
  type SessionKey,
  type SessionOwner,
  type SessionSource,
  type SessionStore,
  whole,
} from "./_session-store.ts";

interface Session2026 {
  readonly session: Session;
  readonly handler: McpHttpHandler;
  readonly stop: () => void;
  /** To be called after every call. */
  readonly noteExposed: () => void;
}

interface Session2025 {
  readonly session: Session;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/** Sessions in this process, for as long as they are used. */
export function localSessions(
  makeSession: SessionSource,
  options: McpServerOptions,
  { maxSessions: max, maxRequests: maxUsers, idleTimeout, maxBodySize: maxRequestBodySize, onError }: HttpLimits,
): SessionStore {
  const limits = { max, maxUsers, idleTimeout, onError };
  const sessions2026 = createPool<Session2026>({ ...limits, dispose: close2026 });
  const sessions2025 = createPool<Session2025>({ ...limits, dispose: close2025 });

  async function open2026(scopes: SessionOwner["scopes"]): Promise<Session2026> {
    const session = await makeSession({ scopes });
    const factory = () => createMcpServer(session, { ...options, announces: "elsewhere" });
    const handler = createMcpHandler(factory, { legacy: "reject", maxRequestBodySize, onerror: onError });
    const { notify } = handler;
    const stops = [
      session.registry.subscribe(() => notify.toolsChanged()),
      ...(options.resources ?? []).map(({ watch }) => watch?.(session, (uri) => notify.resourceUpdated(uri))),
    ];
    const stop = () => {
      for (const one of stops) one?.();
    };
    return {
      session,
      handler,
      stop,
      noteExposed: watchExposed(session, options.expose ?? ((at) => at.exposed()), () => notify.toolsChanged()),
    };
  }

  async function open2025(id: string, scopes: SessionOwner["scopes"], forget: () => void): Promise<Session2025> {
    const session = await makeSession({ scopes });
    const server = createMcpServer(session, options);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize,
      onsessionclosed: forget,
    });
    server.onerror = onError;
    await server.connect(transport);
    return { session, server, transport };
  }

  async function take2026({ key, scopes }: SessionKey) {
    const { value, release } = await sessions2026.take(key, () => open2026(scopes));
    const done = () => {
      value.noteExposed();
      release();
    };
    return { ...value, release: done };
  }

  return {
    async handle2026(key, request, parsedBody) {
      const { handler, release } = await take2026(key);
      return answerOf(handler.fetch(request, { parsedBody }), release);
    },
    async handle2025({ owner, scopes }, request, parsedBody) {
      const id = request.headers.get("mcp-session-id");
      if (id === null && !isInitialize(parsedBody)) {
        return whole(jsonRpcError(400, -32000, "Send initialize first, then the Mcp-Session-Id of its response."));
      }
      const name = id ?? crypto.randomUUID();
      const key = JSON.stringify([owner, name]);
      const forget = () => void sessions2025.remove(key).catch(onError);
      const lease =
        id === null
          ? sessions2025.take(key, () => open2025(name, scopes, forget))
          : sessions2025.takeKnown(key, !asksForWork(parsedBody));
      if (!lease) return whole(jsonRpcError(404, -32001, "Session not found"));
      const { value, release } = await lease;
      // A client that listens again has lost its stream, which the server may not have noticed yet.
      if (request.method === "GET") value.transport.closeStandaloneSSEStream();
      const answer = await answerOf(value.transport.handleRequest(request, { parsedBody }), release);
      if (id === null && !answer.response.ok) await sessions2025.remove(key);
      // A call that was cancelled gets no answer, so that nothing else would end its stream.
      const cancelled = cancelledId(parsedBody);
      if (cancelled !== undefined) value.transport.closeSSEStream(cancelled);
      return answer;
    },
    async close() {
      await Promise.all([sessions2026.dispose(), sessions2025.dispose()]);
    },
  };
}

async function close2026({ session, handler, stop }: Session2026): Promise<void> {
  stop();
  await handler.close();
  await session[Symbol.asyncDispose]();
}

async function close2025({ server, session }: Session2025): Promise<void> {
  await server.close();
  await session[Symbol.asyncDispose]();
}
