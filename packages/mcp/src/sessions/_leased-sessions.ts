import { type Progress, type Session, ToolError } from "@holdall/tool-core";
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { scopeRefusal } from "../oauth/scope-refusal.ts";
import { makeCall } from "../server/_make-call.ts";
import { createServerWithTasks, type McpServerOptions } from "../server/create-mcp-server.ts";
import { type CallTasks, tellProgress } from "../tasks/_call-as-task.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { jsonRpcError } from "../transport/_json-rpc-error.ts";
import { asksForWork, isInitialize } from "../transport/_messages.ts";
import { paramHeaderError } from "../transport/_param-headers.ts";
import { answerWhenSaved } from "../transport/_response-end.ts";
import { createScopeGate, type ScopeGate } from "./_scope-gate.ts";
import {
  type Answer,
  answerOf,
  createHeld,
  type HttpLimits,
  type SessionKey,
  type SessionStore,
  whole,
} from "./_session-store.ts";
import type { SessionLease, SharedSessions } from "./shared-sessions.ts";

/**
 * Sessions that any process may continue: every request takes its session, works on it and gives it back. Changes are
 * not announced in this mode, and clients of 2025 cannot be asked anything, as there is no connection to do it on.
 */
export function leasedSessions(
  sessions: SharedSessions,
  options: McpServerOptions,
  { maxRequests, maxSessions, maxBodySize: maxRequestBodySize, onError }: HttpLimits,
  tasks: Tasks | undefined,
): SessionStore {
  const serverOf = (session: Session, era: "legacy" | "modern", own?: CallTasks) =>
    createServerWithTasks(session, { ...options, announces: false, era }, own);
  const users = new Map<string, { count: number; readonly gate: ScopeGate }>();
  tasks?.running.resumeWith(async ({ session: name = "", call, scopes }, task) => {
    const { session, release } = await take(name, { create: true, scopes });
    const onProgress = (step: Progress) => tellProgress(task, step);
    const { structured, elicits = true, maxTokens, app } = options;
    const ways = { structured, elicits, maxTokens, app };
    try {
      return await makeCall(session, call, { channel: task.channel, onProgress, follows: true }, ways);
    } finally {
      await release();
    }
  });

  async function take(key: string, how: Parameters<SharedSessions["take"]>[1]): Promise<SessionLease> {
    const known = users.get(key);
    if ((known?.count ?? 0) >= maxRequests || (!known && users.size >= maxSessions)) {
      throw new ToolError("unavailable", "Too many requests are in flight.", { hint: "Wait for their responses." });
    }
    const using = known ?? { count: 0, gate: createScopeGate(how.scopes) };
    using.count++;
    users.set(key, using);
    let leaveGate = () => {};
    const leave = () => {
      leaveGate();
      if (--using.count === 0) users.delete(key);
    };
    try {
      leaveGate = await using.gate.enter(how.scopes);
      const { session, release } = await sessions.take(key, { ...how, scopes: using.gate.scopes });
      return { session, release: () => release().finally(leave) };
    } catch (thrown) {
      leave();
      throw thrown;
    }
  }

  /** Behind a balancer everybody has one address, so that only a name tells clients apart. */
  async function take2026({ key, isNamed, scopes }: SessionKey): Promise<SessionLease> {
    if (isNamed) return take(nameOf2026(key), { create: true, scopes });
    throw new ToolError(
      "invalid_input",
      "This server has several processes, and the request does not name its session.",
      {
        hint: "Name a session in the URL, such as ?session= and a random id, or connect with the 2025 protocol.",
      },
    );
  }

  return {
    async handle2026(key, request, parsedBody) {
      const { session, release } = await take2026(key);
      const { hold, leave } = createHeld(release);
      const holding = () => {
        const end = hold();
        return () => void end().catch(onError);
      };
      const own = tasks && {
        tasks,
        owner: key.owner,
        scopes: key.scopes,
        session: nameOf2026(key.key),
        hold: holding,
      };
      const wrong =
        paramHeaderError(session, request, parsedBody) ??
        (await scopeRefusal(session, key.scopes, parsedBody, key.stepUp));
      if (wrong) return { response: wrong, done: leave };
      const reading = { legacy: "reject", maxRequestBodySize, onerror: onError } as const;
      const handler = createMcpHandler(() => serverOf(session, "modern", own), reading);
      return savedAnswer(handler.fetch(request, { parsedBody }), leave);
    },
    async handle2025({ owner, scopes, stepUp }, request, parsedBody) {
      const id = request.headers.get("mcp-session-id");
      const begins = id === null && isInitialize(parsedBody);
      if (id === null && !begins) {
        return whole(jsonRpcError(400, -32000, "Send initialize first, then the Mcp-Session-Id of its response."));
      }
      const name = id ?? crypto.randomUUID();
      const key = JSON.stringify(["2025", owner, name]);
      if (request.method === "DELETE") {
        await sessions.remove(key);
        return whole(new Response(null, { status: 200 }));
      }
      if (request.method !== "POST") return whole(jsonRpcError(405, -32000, "This server has no stream to listen on."));
      // There is no connection that it could be about.
      if (parsedBody !== undefined && !asksForWork(parsedBody)) return whole(new Response(null, { status: 202 }));
      const lease = await takeKnown(key, { create: begins, scopes });
      if (!lease) return whole(jsonRpcError(404, -32001, "Session not found"));
      const refused = await scopeRefusal(lease.session, scopes, parsedBody, stepUp);
      if (refused) return { response: refused, done: lease.release };
      const server = serverOf(lease.session, "legacy");
      server.onerror = onError;
      const transport = new WebStandardStreamableHTTPServerTransport({ maxRequestBodySize });
      await server.connect(transport);
      const answer = await savedAnswer(transport.handleRequest(request, { parsedBody }), async () => {
        await server.close();
        await lease.release();
      });
      if (begins && answer.response.ok) answer.response.headers.set("mcp-session-id", name);
      return answer;
    },
    async close() {},
  };

  async function takeKnown(...about: Parameters<typeof take>): Promise<SessionLease | undefined> {
    try {
      return await take(...about);
    } catch (thrown) {
      if (ToolError.is(thrown) && thrown.code === "not_found") return undefined;
      throw thrown;
    }
  }
}

const nameOf2026 = (key: string): string => JSON.stringify(["2026", key]);

/** An answer that is sent when its session was given back. */
async function savedAnswer(coming: Promise<Response>, release: () => Promise<void>): Promise<Answer> {
  let released: Promise<void> | undefined;
  const once = () => {
    released ??= release();
    return released;
  };
  const { response, done } = await answerOf(coming, once);
  return { response: answerWhenSaved(response, once), done };
}
