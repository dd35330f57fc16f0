import type { Session } from "@holdall/tool-core";
import {
  createMcpHandler,
  type McpHttpHandler,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { scopeRefusal } from "../oauth/scope-refusal.ts";
import { createServerWithTasks, type McpServerOptions, watchExposed } from "../server/create-mcp-server.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { jsonRpcError } from "../transport/_json-rpc-error.ts";
import { asksForWork, cancelledId, isInitialize, isObject } from "../transport/_messages.ts";
import { paramHeaderError } from "../transport/_param-headers.ts";
import { createEventStore } from "./_event-store.ts";
import { createScopeGate, type ScopeGate } from "./_scope-gate.ts";
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
  readonly gate: ScopeGate;
}

/** Sessions in this process, for as long as they are used. */
export function localSessions(
  makeSession: SessionSource,
  options: McpServerOptions,
  { maxSessions: max, maxRequests: maxUsers, idleTimeout, maxBodySize, streamLimit, onError }: HttpLimits,
  tasks: Tasks | undefined,
): SessionStore {
  const limits = { max, maxUsers, idleTimeout, onError };
  const maxRequestBodySize = maxBodySize;
  const sessions2026 = createPool<Session2026>({ ...limits, dispose: close2026 });
  const sessions2025 = createPool<Session2025>({ ...limits, dispose: close2025 });

  async function open2026({ key, owner, scopes }: SessionKey): Promise<Session2026> {
    const session = await makeSession({ scopes });
    const hold = () => {
      const lease = sessions2026.takeKnown(key, true);
      return () => void lease?.then(({ release }) => release());
    };
    const factory = () =>
      createServerWithTasks(
        session,
        { ...options, announces: "elsewhere", era: "modern" },
        tasks && { tasks, owner, scopes, hold },
      );
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
    const gate = createScopeGate(scopes);
    const session = await makeSession({ scopes: gate.scopes });
    const server = createServerWithTasks(session, { ...options, era: "legacy" }, undefined);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize,
      onsessionclosed: forget,
      ...(streamLimit !== undefined && { eventStore: createEventStore(), retryInterval }),
    });
    server.onerror = onError;
    await server.connect(transport);
    return { session, server, transport, gate };
  }

  async function take2026(at: SessionKey) {
    const { value, release } = await sessions2026.take(at.key, () => open2026(at));
    const done = () => {
      value.noteExposed();
      release();
    };
    return { ...value, release: done };
  }

  return {
    async handle2026(key, request, parsedBody) {
      const { session, handler, release } = await take2026(key);
      const wrong =
        paramHeaderError(session, request, parsedBody) ??
        (await scopeRefusal(session, key.scopes, parsedBody, key.stepUp));
      if (wrong) return { response: wrong, done: release };
      return answerOf(handler.fetch(request, { parsedBody }), release);
    },
    async handle2025({ owner, scopes, stepUp }, request, parsedBody) {
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
      const { value, release: leave } = await lease;
      const release = asksForWork(parsedBody) ? await enter(value.gate, scopes, leave) : leave;
      const refused = await scopeRefusal(value.session, scopes, parsedBody, stepUp);
      if (refused) return { response: refused, done: release };
      // A client that listens again has lost its stream, which the server may not have noticed yet.
      if (request.method === "GET") value.transport.closeStandaloneSSEStream();
      const answer = await answerOf(value.transport.handleRequest(request, { parsedBody }), release);
      if (id === null && !answer.response.ok) await sessions2025.remove(key);
      if (streamLimit !== undefined) limitStream(value.transport, request, parsedBody, streamLimit);
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

/** Enter the gate of a session that is in use. Gives what leaves both. */
async function enter(gate: ScopeGate, scopes: SessionOwner["scopes"], release: () => void): Promise<() => void> {
  try {
    const leave = await gate.enter(scopes);
    return () => {
      leave();
      release();
    };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** Milliseconds after which a client continues a stream that was closed. */
const retryInterval = 500;

/** Close the stream of a request that has no answer in time. Its client continues it with a request of its own. */
function limitStream(
  transport: WebStandardStreamableHTTPServerTransport,
  { headers }: Request,
  body: unknown,
  limit: number,
): void {
  const continues = (headers.get("mcp-protocol-version") ?? "") >= "2025-11-25";
  if (!continues || !isObject(body) || !asksForWork(body)) return;
  setTimeout(() => transport.closeSSEStream(body.id as RequestId), limit).unref();
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
