import type { Awaitable, Session } from "@holdall/tool-core";
import {
  createMcpHandler,
  type McpHttpHandler,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { jsonRpcError } from "./_json-rpc-error.ts";
import { asksForWork, cancelledId, isInitialize } from "./_messages.ts";
import { createPool } from "./_pool.ts";
import { answerOf, type HttpLimits, type SessionHost, type SessionKey, whole } from "./_session-host.ts";
import { createMcpServer, type McpServerOptions, watchExposed } from "./create-mcp-server.ts";

interface Modern {
  readonly session: Session;
  readonly handler: McpHttpHandler;
  readonly stop: () => void;
  /** To be called after every call. */
  readonly noteExposed: () => void;
}

interface Legacy {
  readonly session: Session;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/** Sessions in this process, for as long as they are used. */
export function keepSessions(
  makeSession: () => Awaitable<Session>,
  options: McpServerOptions,
  { maxSessions: max, maxRequests: maxUsers, idleTimeout, maxBodySize: maxRequestBodySize, onError }: HttpLimits,
): SessionHost {
  const limits = { max, maxUsers, idleTimeout, onError };
  const moderns = createPool<Modern>({ ...limits, dispose: closeModern });
  const legacies = createPool<Legacy>({ ...limits, dispose: closeLegacy });

  async function openModern(): Promise<Modern> {
    const session = await makeSession();
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
    return { session, handler, stop, noteExposed: watchExposed(session, options.expose, () => notify.toolsChanged()) };
  }

  async function openLegacy(id: string, forget: () => void): Promise<Legacy> {
    const session = await makeSession();
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

  async function takeModern({ key }: SessionKey) {
    const { value, release } = await moderns.take(key, openModern);
    const done = () => {
      value.noteExposed();
      release();
    };
    return { ...value, release: done };
  }

  return {
    take: takeModern,
    async modern(key, request, parsedBody) {
      const { handler, release } = await takeModern(key);
      return answerOf(handler.fetch(request, { parsedBody }), release);
    },
    async legacy(owner, request, parsedBody) {
      const id = request.headers.get("mcp-session-id");
      if (id === null && !isInitialize(parsedBody)) {
        return whole(jsonRpcError(400, -32000, "Send initialize first, then the Mcp-Session-Id of its answer."));
      }
      const name = id ?? crypto.randomUUID();
      const key = JSON.stringify([owner, name]);
      const forget = () => void legacies.remove(key).catch(onError);
      const lease =
        id === null
          ? legacies.take(key, () => openLegacy(name, forget))
          : legacies.takeKnown(key, !asksForWork(parsedBody));
      if (!lease) return whole(jsonRpcError(404, -32001, "Session not found"));
      const { value, release } = await lease;
      const answer = await answerOf(value.transport.handleRequest(request, { parsedBody }), release);
      if (id === null && !answer.response.ok) await legacies.remove(key);
      // A call that was cancelled gets no answer, so that nothing else would end its stream.
      const cancelled = cancelledId(parsedBody);
      if (cancelled !== undefined) value.transport.closeSSEStream(cancelled);
      return answer;
    },
    async close() {
      await Promise.all([moderns.dispose(), legacies.dispose()]);
    },
  };
}

async function closeModern({ session, handler, stop }: Modern): Promise<void> {
  stop();
  await handler.close();
  await session[Symbol.asyncDispose]();
}

async function closeLegacy({ server, session }: Legacy): Promise<void> {
  await server.close();
  await session[Symbol.asyncDispose]();
}
