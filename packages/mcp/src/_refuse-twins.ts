import type { RequestId } from "@modelcontextprotocol/server";
import { isObject } from "./_messages.ts";
import { refuseTwin } from "./_refusals.ts";
import { isStream } from "./_response-end.ts";
import { type Answer, type SessionHost, whole } from "./_session-host.ts";

type Legacy = SessionHost["legacy"];

/** A request that has no answer yet. */
interface Waiting {
  readonly ids: readonly RequestId[];
  /** Why it gets none, once there is a second one with its id. */
  error?: object;
  /** Ends its answer, where that is on its way. */
  end?: (error: object) => void;
}

/**
 * The requests of a session of 2025 by their ids: a second one with an id in flight is not begun, and the first one is
 * cancelled, so that none of them gets the other's answer. Sessions of 2026-07-28 have many senders, who number alike.
 */
export function refuseTwins(legacy: Legacy): Legacy {
  const sessions = new Map<string, Map<RequestId, Waiting>>();

  return async (owner, request, body) => {
    const session = request.headers.get("mcp-session-id");
    const ids = request.method === "POST" && session !== null ? idsOf(body) : [];
    if (ids.length === 0) return legacy(owner, request, body);
    const key = JSON.stringify([owner, session]);
    const waiting = sessions.get(key) ?? new Map<RequestId, Waiting>();
    sessions.set(key, waiting);
    if (ids.some((id, index) => waiting.has(id) || ids.indexOf(id) !== index)) {
      for (const id of ids) {
        const twin = waiting.get(id);
        if (twin && !twin.error) end(twin, id, owner, request);
      }
      if (waiting.size === 0) sessions.delete(key);
      const errors = ids.map((id) => refuseTwin(id, "second"));
      return whole(Response.json(Array.isArray(body) ? errors : errors[0], { status: 400 }));
    }

    const own: Waiting = { ids };
    const leave = () => {
      for (const id of ids) if (waiting.get(id) === own) waiting.delete(id);
      if (waiting.size === 0) sessions.delete(key);
    };
    for (const id of ids) waiting.set(id, own);
    try {
      return await interruptible(await legacy(owner, request, body), own, leave);
    } catch (thrown) {
      leave();
      throw thrown;
    }
  };

  /** End a request with an error, and tell what runs for it to stop, where it runs in a connection. */
  function end(twin: Waiting, id: RequestId, owner: string, { url, headers }: Request): void {
    twin.error = refuseTwin(id, "first");
    for (const requestId of twin.ids) {
      const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
      const telling = legacy(owner, new Request(url, { method: "POST", headers, body: "{}" }), cancelled);
      telling.then(({ done }) => done()).catch(() => {}); // it ends with its answer, too
    }
    twin.end?.(twin.error);
  }
}

/** The same answer, ended with an error as soon as there is one. */
async function interruptible({ response, done }: Answer, own: Waiting, leave: () => void): Promise<Answer> {
  if (own.error) {
    await response.body?.cancel();
    leave();
    return { response: Response.json(own.error, { status: 400 }), done };
  }
  if (!isStream(response) || !response.body) {
    leave();
    return { response, done };
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      own.end = (error) => {
        leave();
        controller.enqueue(new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(error)}\n\n`));
        controller.close();
        reader.cancel().catch(() => {}); // it has ended
      };
    },
    async pull(controller) {
      const { done: isOver, value } = await reader.read();
      if (own.error) return;
      if (!isOver) return controller.enqueue(value);
      leave();
      controller.close();
    },
    async cancel(reason) {
      leave();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return { response: new Response(body, { status, statusText, headers }), done };
}

/** The ids of the requests in a body; of what only announces or answers there are none. */
function idsOf(body: unknown): RequestId[] {
  return [body].flat().flatMap((message) => {
    if (!isObject(message) || typeof message.method !== "string") return [];
    const { id } = message;
    return typeof id === "string" || typeof id === "number" ? id : [];
  });
}
